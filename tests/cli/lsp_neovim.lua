-- A session of Neovim with `vitals lsp`: writes what the editor has to the file $OUT. Run by lsp_neovim.sh.
local root, out = os.getenv('ROOT'), io.open(os.getenv('OUT'), 'w')
local function say(...) out:write(string.format(...), '\n') end

vim.cmd('edit ' .. root .. '/example.com/Widget/health.lua')
local script = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({ cmd = { os.getenv('VITALS'), 'lsp', '--schemas', root .. '/crd.yaml' }, root_dir = root })
vim.lsp.buf_attach_client(script, client)

local function ask(method, buffer, more)
  local params = vim.tbl_extend('force', { textDocument = { uri = vim.uri_from_bufnr(buffer) } }, more or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(buffer, method, params, 60000) or {}) do return answer.result end
end
local function place(line, character) return { position = { line = line, character = character } } end

vim.wait(60000, function() return #vim.diagnostic.get(script) > 0 end, 10)
for _, found in ipairs(vim.diagnostic.get(script)) do say('diagnostic: %d:%d %s', found.lnum, found.col, found.code) end
say('hover: %s', ask('textDocument/hover', script, place(0, 16)).contents.value)
for _, item in ipairs(ask('textDocument/completion', script, place(0, 14))) do say('completion: %s %s', item.label, item.detail) end
local start = { line = 1, character = 0 }
local actions = ask('textDocument/codeAction', script, { range = { start = start, ['end'] = start }, context = { diagnostics = {} } })
say('action: %s', actions[1].title)
vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
say('fixed: %s', vim.api.nvim_buf_get_lines(script, 1, 2, false)[1])
vim.cmd('write')

vim.cmd('edit ' .. root .. '/example.com/Widget/health_test.yaml')
local tests = vim.api.nvim_get_current_buf()
vim.lsp.buf_attach_client(tests, client)
for _, lens in ipairs(ask('textDocument/codeLens', tests)) do say('lens: %d %s', lens.range.start.line, lens.command.title) end
say('definition: %s', ask('textDocument/definition', tests, place(2, 5)).uri)
out:close()
vim.cmd('qa!')
