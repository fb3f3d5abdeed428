#!/usr/bin/lua
--[==[ a long
comment ]==]
local a, b, c = 1, 0x1F, 5e-3, .5, 0010
local function f(x, ...) return x, arg.n, ... end
local t = {1, 'two'; three = [[3
]], [4] = -a ^ 2 % b, f(a), (f(a)),}
function t.u(...) return arg[1] end
function t:v() return self.three:rep(2) .. "\065\n\." end
for i = 10, 1, -1 do a, b = b, a end
for i = a, b, c do while true do break end end
for k, v in next, t do repeat local z = k until z == v end
do ::top:: if a >= b or a <= b or not (a ~= b) then goto top end end
a.b["c"](1){2}"3":d().e = #t + 1 - 2 * 3 / 4
;(print)(a == b, a == 'x', a < b, a > 1, nil, true, false);
_ENV, _VTconcat = _VTL_x, _G
return f(t:v())
