/* Corrections: what a file is after them. What is not listed stays as it is. */
#include "support/lint.h"
#include "support/table.h"

#define HEAD "kind: ConfigMap\nmetadata: { name: argocd-cm }\ndata:\n"
#define HEALTHY "return { status = \"Healthy\" }\n"

static const struct row {
    TABLE_ROW;
    const char *file, *text, *fixed;
} rows[] = {
    { "a boolean that must be text", "cm.yaml", HEAD "  a: true # why\n  resource.exclusions: x\n",
      HEAD "  a: \"true\" # why\n  resource.exclusions: x\n" },
    { "a number in a flow map", "cm.yaml",
      "kind: ConfigMap\nmetadata: { name: argocd-cm }\ndata: { a: 0x1F, b: no}\n",
      "kind: ConfigMap\nmetadata: { name: argocd-cm }\ndata: { a: \"0x1F\", b: \"no\"}\n" },
    { "a list that must be text", "cm.yaml", HEAD "  a: [1]\n", HEAD "  a: [1]\n" },
    { "a key that begins with a star", "cm.yaml",
      HEAD "  resource.customizations: |\n    *.e.io/*:\n      health.lua: |\n        " HEALTHY,
      HEAD
      "  resource.customizations: |\n    \"*.e.io/*\":\n      health.lua: |\n        " HEALTHY },
    { "libraries that are not needed", "cm.yaml",
      HEAD "  resource.customizations.useOpenLibs.e.io_W: \"true\"\n"
           "  resource.customizations.health.e.io_W: " HEALTHY,
      HEAD "  resource.customizations.health.e.io_W: " HEALTHY },
    { "libraries without a script", "cm.yaml",
      HEAD "  a: b\n  resource.customizations.useOpenLibs.e.io_W: 'true'\n", HEAD "  a: b\n" },
    { "the same in the map", "cm.yaml",
      HEAD "  resource.customizations: |\n    e.io/W:\n      health.lua.useOpenLibs: true\n"
           "      health.lua: |\n        " HEALTHY,
      HEAD "  resource.customizations: |\n    e.io/W:\n      health.lua: |\n        " HEALTHY },
    { "the only entry of the map", "cm.yaml",
      HEAD "  resource.customizations: |\n    e.io/W:\n      health.lua.useOpenLibs: true\n",
      HEAD "  resource.customizations: |\n    e.io/W:\n      health.lua.useOpenLibs: true\n" },
    { "an entry in braces", "cm.yaml",
      "kind: ConfigMap\nmetadata: { name: argocd-cm }\n"
      "data: { resource.customizations.useOpenLibs.e.io_W: 'true' }\n",
      "kind: ConfigMap\nmetadata: { name: argocd-cm }\n"
      "data: { resource.customizations.useOpenLibs.e.io_W: 'true' }\n" },
    { "a script in a block", "cm.yaml",
      HEAD "  resource.customizations.health.e.io_W: |\n    local unused = 1\n    hs = {}\n"
           "    hs.status = \"Healthy\"\n    return hs\n",
      HEAD "  resource.customizations.health.e.io_W: |\n    local hs = {}\n"
           "    hs.status = \"Healthy\"\n    return hs\n" },
    { "a script in quotes", "cm.yaml",
      HEAD "  resource.customizations.health.e.io_W: \"local unused = 1\\nreturn { status = "
           "'Healthy' }\"\n",
      HEAD "  resource.customizations.health.e.io_W: \"local unused = 1\\nreturn { status = "
           "'Healthy' }\"\n" },
    { "a misspelt key of a test", "e.io/W/health_test.yaml",
      "tests:\n- inputPaht: a.yaml # the path\n", "tests:\n- inputPath: a.yaml # the path\n" },
    { "a key in quotes", "e.io/W/health_test.yaml", "tests:\n- 'inputPaht': a.yaml\n",
      "tests:\n- 'inputPaht': a.yaml\n" },
    { "a key that nothing is near", "e.io/W/health_test.yaml", "tests: []\nowner: us\n",
      "tests: []\nowner: us\n" },
    { "a comment that silences nothing", "e.io/W/health.lua",
      "-- vitals:ignore lua-global a reason\n" HEALTHY, HEALTHY },
    { "one behind a statement", "e.io/W/health.lua",
      "local a = obj.kind -- vitals:ignore lua-global a reason\nreturn { status = a }\n",
      "local a = obj.kind\nreturn { status = a }\n" },
    { "a silenced finding", "e.io/W/health.lua",
      "local a = 1 -- vitals:ignore lua-unused for later\n" HEALTHY,
      "local a = 1 -- vitals:ignore lua-unused for later\n" HEALTHY },
    { "an unused constant", "e.io/W/health.lua", "local a = \"x\"\n" HEALTHY, HEALTHY },
    { "an unused value that may raise an error", "e.io/W/health.lua",
      "local a = obj.spec.b\n" HEALTHY, "local a = obj.spec.b\n" HEALTHY },
    { "a variable that is set again", "e.io/W/health.lua", "local a = 1\na = 2\n" HEALTHY,
      "local a = 1\na = 2\n" HEALTHY },
    { "one of two", "e.io/W/health.lua", "local a, b = 1, 2\n" HEALTHY,
      "local a, b = 1, 2\n" HEALTHY },
    { "two on a line", "e.io/W/health.lua", "local a = 1 local b = 2\nreturn { status = b }\n",
      "local a = 1 local b = 2\nreturn { status = b }\n" },
    { "half of a block", "e.io/W/health.lua", "do\n  local a = 1 end\n" HEALTHY,
      "do\n  local a = 1 end\n" HEALTHY },
    { "an unused function, and what it alone used", "e.io/W/health.lua",
      "local word = \"x\"\nlocal function f()\n  return word\nend\n" HEALTHY, HEALTHY },
    { "statements after a return", "e.io/W/health.lua",
      "do\n  return { status = \"Healthy\" }\nend\nprint(1)\n\nprint(2)\n",
      "do\n  return { status = \"Healthy\" }\nend\n" },
    { "one behind a return on its line", "e.io/W/health.lua",
      "do return { status = \"Healthy\" } end print(1)\n",
      "do return { status = \"Healthy\" } end print(1)\n" },
    { "a global", "e.io/W/health.lua", "hs = {}\nhs.status = \"Healthy\"\nreturn hs\n",
      "local hs = {}\nhs.status = \"Healthy\"\nreturn hs\n" },
    { "a global function", "e.io/W/health.lua",
      "function f() return \"Healthy\" end\nreturn { status = f() }\n",
      "function f() return \"Healthy\" end\nreturn { status = f() }\n" },
    { "a global that a function uses before", "e.io/W/health.lua",
      "function f() return g end\ng = \"Healthy\"\nreturn { status = f() }\n",
      "function f() return g end\ng = \"Healthy\"\nreturn { status = f() }\n" },
    { "a global that a block sets", "e.io/W/health.lua",
      "if obj.kind then hs = { status = \"Healthy\" } else hs = { status = \"Degraded\" } end\n"
      "return hs\n",
      "if obj.kind then hs = { status = \"Healthy\" } else hs = { status = \"Degraded\" } end\n"
      "return hs\n" },
    { "a global of a script with pcall", "e.io/W/health.lua",
      "n = 0\nif pcall(error) then n = 1 end\nreturn { status = n == 1 and \"Healthy\" or "
      "\"Degraded\" }\n",
      "n = 0\nif pcall(error) then n = 1 end\nreturn { status = n == 1 and \"Healthy\" or "
      "\"Degraded\" }\n" },
};

static void check(void **state) {
    const struct row *row = *state;
    const lint_file file = { row->file, row->text };
    char *fixed = lint_fixed(&file, 1, 0);
    assert_string_equal(fixed, row->fixed);
    free(fixed);
}

int main(void) {
    return TABLE_RUN("lint_edits", check, rows);
}
