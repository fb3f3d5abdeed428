/* Rules about health scripts, as the script of a kind in a check tree with fixtures. */
#include <stdio.h>

#include "support/lint.h"
#include "support/table.h"

#define HEALTHY "return { status = \"Healthy\" }\n"

static const struct row {
    TABLE_ROW;
    const char *script;
    const char *findings;
} rows[] = {
    { "a good script", HEALTHY, "" },
    { "what Argo CD refuses", "local x = 1 // 2\n" HEALTHY, "1:14 lua-syntax" },
    { "a first line with a hash", "# a comment\n" HEALTHY, "1:1 lua-syntax" },
    { "a global", "hs = { status = \"Healthy\" }\nreturn hs\n", "1:1 lua-global" },
    { "a global function", "function f()\n  return { status = \"Healthy\" }\nend\nreturn f()\n",
      "" },
    { "a condition's truth as a boolean",
      "for _, c in ipairs(obj.status and obj.status.conditions or {}) do\n"
      "  if c.status == true then return { status = \"Healthy\" } end\nend\n"
      "return { status = \"Progressing\" }\n",
      "1:20 lua-observed-generation 2:6 lua-comparison" },
    { "a condition's truth in lower case",
      "for _, c in ipairs(obj.status and obj.status.conditions or {}) do\n"
      "  if c.status == \"true\" then return { status = \"Healthy\" } end\nend\n"
      "return { status = \"Progressing\" }\n",
      "1:20 lua-observed-generation 2:6 lua-comparison" },
    { "a truth that a script computes",
      "local function is(c, wanted) return c.status == wanted or c.status == (wanted == \"True\") "
      "end\n"
      "for _, c in ipairs(obj.status and obj.status.conditions or {}) do\n"
      "  if is(c, \"True\") then return { status = \"Healthy\" } end\nend\n"
      "return { status = \"Progressing\" }\n",
      "2:20 lua-observed-generation" },
    { "a status of a kind's own",
      "for _, c in ipairs(obj.status and obj.status.conditions or {}) do\n"
      "  if c.status == \"Installed\" then return { status = \"Healthy\" } end\nend\n"
      "return { status = \"Progressing\" }\n",
      "1:20 lua-observed-generation" },
    { "not before a comparison",
      "if not obj.status == nil then return { status = \"Healthy\" } end\n"
      "return { status = \"Progressing\" }\n",
      "1:4 lua-comparison 1:8 lua-observed-generation" },
    { "a number and its text",
      "if obj.status and obj.status.observedGeneration ~= tostring(obj.metadata.generation) then\n"
      "  return { status = \"Progressing\" }\nend\nreturn { status = \"Progressing\" }\n",
      "1:19 lua-comparison" },
    { "a new table",
      "if obj.spec.a ~= {} then return { status = \"Healthy\" } end\n"
      "return { status = \"Progressing\" }\n",
      "1:4 lua-comparison" },
    { "a misspelt field of a condition",
      "for _, c in ipairs(obj.status and obj.status.conditions or {}) do\n"
      "  if c.staus == \"True\" then return { status = \"Healthy\" } end\nend\n"
      "return { status = \"Progressing\" }\n",
      "1:20 lua-observed-generation 2:6 lua-field-spelling" },
    { "a misspelt field of the metadata",
      "if obj.metadata.deletionTimeStamp then return { status = \"Progressing\" } end\n" HEALTHY,
      "1:4 lua-field-spelling" },
    { "and before or",
      "if obj.status == nil or next(obj.status) == nil and obj.spec.a then\n"
      "  return { status = \"Progressing\" }\nend\n" HEALTHY,
      "1:4 lua-observed-generation 1:25 lua-precedence" },
    { "and in parentheses",
      "if obj.status == nil or (next(obj.status) == nil and obj.spec.a) then\n"
      "  return { status = \"Progressing\" }\nend\n" HEALTHY,
      "1:4 lua-observed-generation" },
    { "a chain of values",
      "local a = obj.spec.a and obj.spec.b or obj.spec.c\n"
      "return { status = a and \"Healthy\" or \"Progressing\" }\n",
      "" },
    { "the last condition decides",
      "local hs = { status = \"Progressing\" }\n"
      "for _, c in ipairs(obj.status and obj.status.conditions or {}) do\n"
      "  if c.type == \"Degraded\" and c.status == \"True\" then hs.status = \"Degraded\" end\n"
      "  if c.type == \"Available\" and c.status == \"True\" then hs.status = \"Healthy\" end\n"
      "end\nreturn hs\n",
      "2:1 lua-condition-order 2:20 lua-observed-generation" },
    { "all conditions decide",
      "local failed, ready = false, false\n"
      "for _, c in ipairs(obj.status and obj.status.conditions or {}) do\n"
      "  if c.type == \"Degraded\" and c.status == \"True\" then failed = true end\n"
      "  if c.type == \"Available\" and c.status == \"True\" then ready = true end\nend\n"
      "if failed then return { status = \"Degraded\" } end\n"
      "return { status = ready and \"Healthy\" or \"Progressing\" }\n",
      "2:20 lua-observed-generation" },
    { "healthy without a status",
      "if obj.status and obj.status.phase == \"Failed\" then return { status = \"Degraded\" } "
      "end\n" HEALTHY,
      "1:1 lua-young 1:4 lua-observed-generation" },
    { "a status that is not read",
      "return { status = obj.spec.a and \"Healthy\" or \"Degraded\" }\n", "" },
    { "a local", "local hs = { status = \"Healthy\" }\nreturn hs\n", "" },
    { "a name that nothing sets", "return { status = \"Healthy\", message = Obj.kind }\n",
      "1:40 lua-undefined" },
    { "a module that is not there",
      "local s = require(\"string\")\nreturn { status = "
      "\"Healthy\", message = s.upper(\"a\") }\n",
      "1:11 lua-library-unknown" },
    { "a function of a later Lua",
      "local t = table.pack(1)\nreturn { status = \"Healthy\", message "
      "= t[1] .. \"\" }\n",
      "1:11 lua-library-unknown" },
    { "a function that vitals refuses", "os.execute(\"true\")\n" HEALTHY,
      "1:1 lua-library-needed 1:1 lua-library-refused" },
    { "code in a string", "print(loadstring(\"return 1\"))\n" HEALTHY, "1:7 lua-library-refused" },
    { "random numbers", "print(math.random(6))\n" HEALTHY,
      "1:7 lua-library-needed 1:7 lua-library-differs" },
    { "an address", "print(tostring({}))\n" HEALTHY, "1:7 lua-library-differs" },
    { "tostring of anything else", "print(tostring(obj.a))\n" HEALTHY, "" },
    { "an unused variable", "local x = 1\n" HEALTHY, "1:7 lua-unused" },
    { "one that is only set", "local x = 1\nx = 2\n" HEALTHY, "1:7 lua-unused" },
    { "one that is needed for its position",
      "local _, y = next(obj)\nreturn { status = \"Healthy\", message = y }\n", "" },
    { "before one that is used",
      "local x, y = next(obj)\nreturn { status = \"Healthy\", message = y }\n", "" },
    { "the index of a loop", "for i, c in ipairs(obj.list) do print(c) end\n" HEALTHY, "" },
    { "an unused function", "local function f() return 1 end\n" HEALTHY, "1:16 lua-unused" },
    { "after an if that always returns",
      "if obj.a then return { status = \"Healthy\" } else return { status = \"Degraded\" } "
      "end\n" HEALTHY,
      "2:1 lua-unreachable" },
    { "after an if whose first arm returns",
      "if obj.a then return { status = \"Healthy\" } elseif obj.b then print(1) end\n" HEALTHY,
      "" },
    { "after an if whose arms all return but without else",
      "if obj.a then return { status = \"Healthy\" } elseif obj.b then "
      "return { status = \"Degraded\" } end\n" HEALTHY,
      "" },
    { "after an if with an arm that is always taken",
      "if obj.a then return { status = \"Healthy\" } elseif true then "
      "return { status = \"Degraded\" } end\n" HEALTHY,
      "2:1 lua-unreachable" },
    { "an arm after one that is always taken",
      "if obj.a then print(1) elseif true then print(2) elseif obj.c then\n  "
      "print(3)\nend\n" HEALTHY,
      "2:3 lua-unreachable" },
    { "an arm after one that may be taken",
      "if obj.a then print(1) elseif obj.b then print(2) else\n  print(3)\nend\n" HEALTHY, "" },
    { "after error()", "if obj.a then\n  error(\"x\")\n  print(1)\nend\n" HEALTHY,
      "3:3 lua-unreachable" },
    { "after while true", "while true do print(1) end\n" HEALTHY, "2:1 lua-unreachable" },
    { "after while true with a break", "while true do if obj.a then break end end\n" HEALTHY, "" },
    { "under a constant condition", "if false then\n  print(1)\nend\n" HEALTHY,
      "2:3 lua-unreachable" },
    { "goto continue",
      "for _, c in ipairs(obj.list) do\n  if c.a then goto continue end\n"
      "  print(c)\n  ::continue::\nend\n" HEALTHY,
      "" },
    { "an end without a result", "if obj.a then\n  return { status = \"Healthy\" }\nend\n",
      "1:1 lua-no-return" },
    { "all arms return",
      "if obj.a then return { status = \"Healthy\" } else return { status = \"Degraded\" } end\n",
      "" },
    { "an empty script", "", "1:1 lua-no-return" },
    { "a function whose result is the script's",
      "local function f()\n  if obj.a then return { status = \"Healthy\" } end\nend\nreturn f()\n",
      "2:3 lua-no-return" },
    { "a function that finds or not",
      "local function f()\n  for _, c in ipairs(obj.list) do if c.a then return c end end\nend\n"
      "if f() then return { status = \"Healthy\" } end\nreturn { status = \"Degraded\" }\n",
      "" },
    { "return nil", "return nil\n", "1:1 lua-empty-answer" },
    { "return alone", "return\n", "1:1 lua-empty-answer" },
    { "an empty table", "return {}\n", "1:1 lua-empty-answer" },
    { "a message alone", "return { message = \"only\" }\n", "1:1 lua-no-status" },
    { "a list", "return { \"a\" }\n", "1:1 lua-no-status" },
    { "a status of another case", "return { Status = \"Healthy\" }\n", "" },
    { "the object itself", "return obj\n", "" },
    { "a variable that stays empty", "local hs = {}\nreturn hs\n", "2:1 lua-empty-answer" },
    { "a variable that may stay empty",
      "local hs = {}\nif obj.a then hs.status = \"Healthy\" end\nreturn hs\n",
      "3:1 lua-no-status" },
    { "a variable set on every path",
      "local hs = {}\nif obj.a then hs.status = \"Healthy\" else hs.status = \"Degraded\" end\n"
      "return hs\n",
      "" },
    { "a variable set in a loop",
      "local hs = {}\nfor _, c in ipairs(obj.list) do\n"
      "  if c.a then hs.status = \"Healthy\" return hs end\nend\n"
      "hs.status = \"Progressing\"\nreturn hs\n",
      "" },
    { "a variable set before a break",
      "local hs = {}\nfor _, c in ipairs(obj.list) do hs.status = \"Healthy\" break end\nreturn "
      "hs\n",
      "3:1 lua-no-status" },
    { "a variable that a function fills",
      "local hs = {}\nlocal function fill(t) t.status = \"Healthy\" end\nfill(hs)\nreturn hs\n",
      "" },
    { "a wrong status", "return { status = \"healthy\" }\n", "1:19 lua-invalid-status" },
    { "a wrong status of a variable", "local hs = {}\nhs.status = \"Ready\"\nreturn hs\n",
      "2:13 lua-invalid-status" },
    { "a wrong status of a function",
      "local function f() return { status = \"Ok\" } end\nreturn f()\n",
      "1:38 lua-invalid-status" },
    { "the status of a condition",
      "local function f() return { status = \"True\" } end\n"
      "if f().status == \"True\" then return { status = \"Healthy\" } end\n"
      "return { status = \"Degraded\" }\n",
      "" },
    { "a message that is not a string", "return { status = \"Healthy\", message = 5 }\n",
      "1:40 lua-message-type" },
    { "a status that is not a string", "return { status = true }\n", "1:19 lua-message-type" },
    { "swapping locals",
      "local a, b = 1, 2\na, b = b, a\nreturn { status = \"Healthy\", message = a .. b "
      "}\n",
      "2:1 lua-parallel-assignment" },
    { "next over a table in place", "for _, v in next, { 7, 8 } do print(v) end\n" HEALTHY,
      "1:1 lua-next-table" },
    { "a counter that is bumped after a failed pcall",
      "local n = 0\nlocal function bump() n = n + 1 end\n"
      "if not pcall(function() return obj.a.b.c end) then bump() end\n"
      "return { status = n > 0 and \"Degraded\" or \"Healthy\" }\n",
      "3:8 lua-captured-local" },
    { "the same with xpcall",
      "local n = 0\nlocal function bump() n = n + 1 end\n"
      "if not xpcall(function() return obj.a.b.c end, tostring) then bump() end\n"
      "return { status = n > 0 and \"Degraded\" or \"Healthy\" }\n",
      "" },
    { "a counter that is bumped before the pcall",
      "local n = 0\nlocal function bump() n = n + 1 end\n"
      "bump()\npcall(function() return obj.a.b.c end)\n"
      "return { status = n > 0 and \"Degraded\" or \"Healthy\" }\n",
      "" },
    { "a counter that is not read after the pcall",
      "local n = 0\nlocal function bump() n = n + 1 end\n"
      "print(n)\npcall(error)\nbump()\n" HEALTHY,
      "" },
    { "a function that is made after the pcall",
      "local n = 0\nif not pcall(error) then\n  local function bump() n = n + 1 end\n  "
      "bump()\nend\n"
      "return { status = n > 0 and \"Degraded\" or \"Healthy\" }\n",
      "" },
    { "the function that pcall calls",
      "local n = 0\npcall(function() n = obj.a.b end)\n"
      "return { status = n > 0 and \"Degraded\" or \"Healthy\" }\n",
      "" },
    { "the function that pcall calls, with a name",
      "local n = 0\nlocal function bump() n = n + 1 end\n"
      "pcall(bump)\n"
      "return { status = n > 0 and \"Degraded\" or \"Healthy\" }\n",
      "" },
    { "the same twice",
      "local n = 0\nlocal function bump() n = n + 1 end\n"
      "pcall(bump)\npcall(bump)\n"
      "return { status = n > 0 and \"Degraded\" or \"Healthy\" }\n",
      "3:1 lua-captured-local" },
    { "a function that calls pcall and counts",
      "local n = 0\nlocal function try(f) if not pcall(f) then n = n + 1 end end\n"
      "try(function() return obj.a.b.c end)\n"
      "return { status = n > 0 and \"Degraded\" or \"Healthy\" }\n",
      "3:1 lua-captured-local" },
    { "a function that counts and calls pcall",
      "local n = 0\nlocal function try(f) n = n + 1 return pcall(f) end\n"
      "print(try(error))\n"
      "return { status = n > 0 and \"Degraded\" or \"Healthy\" }\n",
      "" },
    { "a function that calls one that calls pcall",
      "local n = 0\nlocal function bump() n = n + 1 end\n"
      "local function try(f) return (pcall(f)) end\nlocal function both(f) return try(f) end\n"
      "if not both(error) then bump() end\n"
      "return { status = n > 0 and \"Degraded\" or \"Healthy\" }\n",
      "5:8 lua-captured-local" },
    { "a global function",
      "local n = 0\nfunction bump() n = n + 1 end\n"
      "if not pcall(error) then bump() end\n"
      "return { status = n > 0 and \"Degraded\" or \"Healthy\" }\n",
      "3:8 lua-captured-local" },
    { "a function in a variable",
      "local n = 0\nlocal bump = function() n = n + 1 end\nif not pcall(error) then bump() end\n"
      "return { status = n > 0 and \"Degraded\" or \"Healthy\" }\n",
      "3:8 lua-captured-local" },
    { "a function that reads what is set after the pcall",
      "local n = 0\nlocal function get() return n end\nif not pcall(error) then n = 2 end\n"
      "return { status = get() > 0 and \"Degraded\" or \"Healthy\" }\n",
      "3:8 lua-captured-local" },
    { "a field of a captured table",
      "local t = { n = 0 }\nlocal function bump() t.n = t.n + 1 end\nif not pcall(error) then "
      "bump() end\n"
      "return { status = t.n > 0 and \"Degraded\" or \"Healthy\" }\n",
      "" },
    { "all inside a function",
      "local function f()\n  local n = 0\n  local function bump() n = n + 1 end\n"
      "  if not pcall(error) then bump() end\n  return n\nend\nprint(f())\n" HEALTHY,
      "4:10 lua-captured-local" },
    { "concat of a list from a loop in a loop",
      "local t = {}\nfor _, a in ipairs(obj.list) do\n"
      "  for _, b in ipairs(a) do table.insert(t, b) end\nend\n"
      "return { status = \"Healthy\", message = table.concat(t, \",\") }\n",
      "5:40 lua-long-concat" },
    { "concat of a list from one loop",
      "local t = {}\nfor _, a in ipairs(obj.list) do t[#t + 1] = a end\n"
      "return { status = \"Healthy\", message = table.concat(t, \",\") }\n",
      "" },
    { "concat of a list for each round",
      "local all = {}\nfor _, a in ipairs(obj.list) do\n  local t = {}\n"
      "  for _, b in ipairs(a) do t[#t + 1] = b end\n  all[#all + 1] = table.concat(t, "
      "\",\")\nend\n"
      "return { status = \"Healthy\", message = table.concat(all, \",\") }\n",
      "" },
    { "concat of matches",
      "local t = {}\nfor w in string.gmatch(obj.kind, \"%a\") do t[#t + 1] = w end\n"
      "return { status = \"Healthy\", message = table.concat(t, \",\") }\n",
      "2:10 lua-library-needed 3:40 lua-long-concat" },
    { "concat of 3,000 rounds",
      "local t = {}\nfor i = 1, 3000 do t[i] = \"a\" end\n"
      "return { status = \"Healthy\", message = table.concat(t, \",\") }\n",
      "3:40 lua-long-concat" },
    { "concat of 30 rounds",
      "local t = {}\nfor i = 1, 30 do for j = 1, 3 do t[#t + 1] = i .. j end end\n"
      "return { status = \"Healthy\", message = table.concat(t, \",\") }\n",
      "" },
    { "an octal numeral", "return { status = \"Healthy\", message = 0010 .. \"\" }\n",
      "1:40 lua-octal" },
    { "observedGeneration is not checked",
      "if obj.status and obj.status.ready then return { status = \"Healthy\" } end\n"
      "return { status = \"Progressing\" }\n",
      "1:4 lua-observed-generation" },
    { "observedGeneration is checked",
      "local s = obj.status or {}\n"
      "if s.observedGeneration == obj.metadata.generation and s.ready then\n"
      "  return { status = \"Healthy\" }\nend\nreturn { status = \"Progressing\" }\n",
      "" },
    { "a comment on the line before",
      "-- vitals:ignore lua-unused it is for later\nlocal x = 1\n" HEALTHY, "!2:7 lua-unused" },
    { "a comment on the line", "local x = 1 -- vitals:ignore lua-unused it is for later\n" HEALTHY,
      "!1:7 lua-unused" },
    { "a comment about another line",
      "local y = 1 -- vitals:ignore lua-unused it is for later\nlocal x = 1\n" HEALTHY,
      "!1:7 lua-unused 2:7 lua-unused" },
    { "a comment about another rule", "local x = 1 -- vitals:ignore lua-global because\n" HEALTHY,
      "1:7 lua-unused 1:13 ignore-invalid" },
};

static void check(void **state) {
    const struct row *row = *state;
    const lint_file files[] = {
        { "tree/example.com/Widget/health.lua", row->script },
        { "tree/example.com/Widget/health_test.yaml", "tests:\n- inputPath: testdata/a.yaml\n" },
        { "tree/example.com/Widget/testdata/a.yaml",
          "apiVersion: example.com/v1\nkind: Widget\nstatus: { observedGeneration: 1 }\n" },
    };
    assert_string_equal(lint_findings(files, TABLE_COUNT(files)), row->findings);
}

/* In a tree, where Argo CD opens the libraries, the same is a note. */
static const struct row needed[] = {
    { "a library", "return { status = \"Healthy\", message = string.upper(\"a\") }\n",
      "1:40 lua-library-needed" },
    { "a method", "return { status = \"Healthy\", message = obj.kind:upper() }\n",
      "1:40 lua-library-needed" },
    { "the clock", "return { status = \"Healthy\", message = os.date() }\n",
      "1:40 lua-library-needed" },
    { "the os of require",
      "local os = require(\"os\")\nreturn { status = \"Healthy\", message = os.date() }\n", "" },
    { "table, which is always open",
      "return { status = \"Healthy\", message = table.concat({ \"a\" }) }\n", "" },
    { "a silenced one",
      "-- vitals:ignore lua-library-needed Argo CD bundles it\n"
      "return { status = \"Healthy\", message = string.upper(\"a\") }\n",
      "!2:40 lua-library-needed" },
};

/* Scripts of an argocd-cm, whose libraries are closed. */
static const struct row closed[] = {
    { "a library", "return { status = \"Healthy\", message = string.upper(\"a\") }",
      "4:82 lua-library-closed" },
    { "a method of a string", "return { status = \"Healthy\", message = obj.kind:upper() }",
      "4:82 lua-library-closed" },
    { "the clock", "return { status = \"Healthy\", message = os.date() }",
      "4:82 lua-library-closed" },
    { "require os",
      "local os = require(\"os\") return { status = \"Healthy\", message = os.date() }", "" },
    { "table", "return { status = \"Healthy\", message = table.concat({ \"a\" }) }", "" },
    { "a library in the table of globals",
      "return { status = \"Healthy\", message = _G.string.upper(\"a\") }",
      "4:82 lua-library-closed" },
    { "a field of a string", "return { status = \"Healthy\", message = (\"a\").upper(\"b\") }",
      "4:82 lua-library-closed" },
    { "math", "return { status = \"Healthy\", message = math.floor(1) .. \"\" }",
      "4:82 lua-library-closed" },
    { "coroutine", "coroutine.yield() return { status = \"Healthy\" }", "4:43 lua-library-closed" },
    { "debug", "debug.traceback() return { status = \"Healthy\" }",
      "4:43 lua-library-closed 4:43 lua-library-refused" },
    { "channel", "channel.make() return { status = \"Healthy\" }",
      "4:43 lua-library-closed 4:43 lua-library-refused" },
    { "getenv of the required os",
      "local os = require(\"os\") return { status = \"Healthy\", message = os.getenv(\"A\") }",
      "4:107 lua-library-unknown" },
    { "clock of the required os",
      "return { status = \"Healthy\", message = require(\"os\").clock() .. \"\" }",
      "4:82 lua-library-unknown" },
    { "another local that is called os",
      "local os = { clock = function() return \"\" end } "
      "return { status = \"Healthy\", message = os.clock() }",
      "" },
};

static void check_closed(void **state) {
    const struct row *row = *state;
    char text[1024];
    snprintf(text, sizeof text,
             "kind: ConfigMap\nmetadata: { name: argocd-cm }\ndata:\n"
             "  resource.customizations.health.e.io_W: '%s'\n",
             row->script);
    assert_string_equal(lint_one("cm.yaml", text), row->findings);
}

/* The directory of a script in a check tree. */
static const struct tree_row {
    TABLE_ROW;
    const char *file;
    const char *findings;
} trees[] = {
    { "no fixtures", "tree/example.com/Widget/health.lua", "1:1 no-fixtures" },
    { "a misspelt group", "tree/app/Deployment/health.lua",
      "1:1 no-fixtures 1:1 key-unknown-group" },
    { "a wildcard", "tree/_.example.com/_/health.lua", "1:1 no-fixtures" },
};

static void check_tree(void **state) {
    const struct tree_row *row = *state;
    const char *found = lint_one(row->file, HEALTHY);
    assert_non_null(strstr(found, "no-fixtures"));
    assert_int_equal(strlen(found), strlen(row->findings));
}

/* The keys of a health_test.yaml. */
static const struct tests_row {
    TABLE_ROW;
    const char *text;
    const char *findings;
} tests[] = {
    { "all keys, in any case",
      "tests:\n- healthStatus: {Status: Healthy, message: '', deletionMessage: d}\n  INPUTPATH: "
      "a.yaml\n",
      "" },
    { "a misspelt path", "tests:\n- inputPat: a.yaml\n", "2:3 test-key" },
    { "a misspelt status", "tests:\n- healthStatus: {staus: Healthy}\n", "2:18 test-key" },
    { "a misspelt deletionMessage", "tests:\n- healthStatus: {deletionMesage: d}\n",
      "2:18 test-key" },
    { "a misspelt list", "test:\n- inputPath: a.yaml\n", "1:1 test-key" },
    { "a key that nothing is near", "tests: []\nowner: us\n", "2:1 test-key" },
    { "a status that is not a map", "tests:\n- healthStatus: Healthy\n", "" },
    { "a silenced one", "tests: []\nowner: us # vitals:ignore test-key for a tool of ours\n",
      "!2:1 test-key" },
    { "a file that does not parse", "tests: [\n", "" },
};

static void check_tests(void **state) {
    const struct tests_row *row = *state;
    assert_string_equal(lint_one("tree/example.com/Widget/health_test.yaml", row->text),
                        row->findings);
}

/* Scripts of actions, and fixtures that no test names. */
static const struct files_row {
    TABLE_ROW;
    lint_file files[4];
    const char *findings;
} files_rows[] = {
    { "an action",
      { { "e.io/W/actions/stop/action.lua", "obj.spec.x = actionParams\nreturn obj\n" } },
      "" },
    { "an action that does not compile",
      { { "e.io/W/actions/stop/action.lua", "obj.spec.x = \nreturn obj\n" } },
      "2:6 lua-syntax" },
    { "a name that an action does not have",
      { { "e.io/W/actions/stop/action.lua", "obj.spec.x = null\nreturn obj\n" } },
      "1:14 lua-undefined" },
    { "a discovery that does not compile",
      { { "e.io/W/actions/discovery.lua", "return {\n" } },
      "2:1 lua-syntax" },
    { "another script of that name", { { "e.io/W/action.lua", "return {\n" } }, "" },
    { "actions of a ConfigMap",
      { { "cm.yaml", "kind: ConfigMap\nmetadata: { name: argocd-cm }\ndata:\n"
                     "  resource.customizations.actions.e.io_W: |\n    discovery.lua: |\n"
                     "      return {\n    definitions:\n    - name: stop\n      action.lua: |\n"
                     "        obj.spec.x = null\n        return obj\n" } },
      "7:5 lua-syntax 10:22 lua-undefined" },
    { "actions in the map",
      { { "cm.yaml", "kind: ConfigMap\nmetadata: { name: argocd-cm }\ndata:\n"
                     "  resource.customizations: |\n    e.io/W:\n      actions: |\n"
                     "        definitions:\n        - name: stop\n          action.lua: |\n"
                     "            return nul\n" } },
      "10:20 lua-undefined" },
    { "a fixture that a test names",
      { { "e.io/W/health_test.yaml", "tests:\n- inputPath: ./testdata/a.yaml\n" },
        { "e.io/W/testdata/a.yaml", "kind: W\n" } },
      "" },
    { "one that none names",
      { { "e.io/W/health_test.yaml", "tests:\n- inputPath: testdata/a.yaml\n" },
        { "e.io/W/testdata/a.yaml", "kind: W\n" },
        { "e.io/W/testdata/b.yaml", "kind: W\n---\nkind: V\n" } },
      "1:1 fixture-unused" },
    { "one of an action",
      { { "e.io/W/actions/action_test.yaml",
          "actionTests:\n- action: stop\n  inputPath: testdata/a.yaml\n"
          "  expectedOutputPath: testdata/b.yaml\n" },
        { "e.io/W/actions/testdata/a.yaml", "kind: W\n" },
        { "e.io/W/actions/testdata/b.yaml", "kind: W\n" },
        { "e.io/W/actions/testdata/c.yaml", "kind: W\n" } },
      "1:1 fixture-unused" },
    { "one without tests", { { "e.io/W/testdata/a.yaml", "kind: W\n" } }, "" },
};

static void check_files(void **state) {
    const struct files_row *row = *state;
    assert_string_equal(lint_findings(row->files, TABLE_COUNT(row->files)), row->findings);
}

int main(void) {
    return TABLE_RUN("lint_files", check_files, files_rows) +
           TABLE_RUN("lint_tests", check_tests, tests) + TABLE_RUN("lint_script", check, rows) +
           TABLE_RUN("lint_closed", check_closed, closed) +
           TABLE_RUN("lint_needed", check, needed) + TABLE_RUN("lint_tree", check_tree, trees);
}
