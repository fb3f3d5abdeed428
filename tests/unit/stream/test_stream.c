/* Streams of every shape: the same pieces however the bytes arrive. */
#include "support/table.h"

#include <stdio.h>

#include "support/stream.h"

#include <vitals/vitals.h>

#include "base/run/limits.h"

static const struct row {
    TABLE_ROW;
    const char *input;
    const char *want; /* a line a piece: document:line event, JSON; or ! and the error */
} rows[] = {
    /* clang-format off */
    { "empty",
      "",
      "" },
    { "white space only",
      " \n"
      "\t\r\n"
      " ",
      "" },
    { "comments only",
      "# a\n"
      "# b\n",
      "" },
    { "markers only",
      "---\n"
      "---\n"
      "...\n"
      "---\n",
      "" },
    { "byte order mark only",
      "\357\273\277",
      "" },
    { "one JSON value",
      "{\"a\":1}",
      "1:1 {\"a\":1}\n" },
    { "concatenated",
      "{\"a\":1}{\"b\":2}[{\"c\":3}]",
      "1:1 {\"a\":1}\n"
      "2:1 {\"b\":2}\n"
      "3:1 {\"c\":3}\n" },
    { "JSON lines",
      "{\"a\":1}\n"
      "{\"b\":2}\n"
      "{\"c\":3}\n",
      "1:1 {\"a\":1}\n"
      "2:2 {\"b\":2}\n"
      "3:3 {\"c\":3}\n" },
    { "white space between",
      " {\"a\":1} \t {\"b\":2}\r\n"
      "\r\n"
      "{\"c\":3} ",
      "1:1 {\"a\":1}\n"
      "2:1 {\"b\":2}\n"
      "3:3 {\"c\":3}\n" },
    { "pretty printed",
      "{\n"
      "  \"a\": {\n"
      "    \"b\": [1, 2]\n"
      "  }\n"
      "}\n"
      "{\n"
      "  \"c\": 3\n"
      "}\n",
      "1:1 {\"a\":{\"b\":[1,2]}}\n"
      "2:6 {\"c\":3}\n" },
    { "brackets in strings",
      "{\"a\":\"}]{[\\\"}\"}{\"b\":\"\\\\\"}{\"c\":\"\\\\\\\"\"}",
      "1:1 {\"a\":\"}]{[\\\"}\"}\n"
      "2:1 {\"b\":\"\\\\\"}\n"
      "3:1 {\"c\":\"\\\\\\\"\"}\n" },
    { "braces at column 1 inside",
      "{\"a\":\n"
      "{\"b\":1},\n"
      "\"c\":\n"
      "[\n"
      "{\"d\":2},\n"
      "{\"e\":3}\n"
      "]}\n"
      "{\"f\":4}",
      "1:1 {\"a\":{\"b\":1},\"c\":[{\"d\":2},{\"e\":3}]}\n"
      "2:8 {\"f\":4}\n" },
    { "CRLF JSON lines",
      "{\"a\":1}\r\n"
      "{\"b\":2}\r\n",
      "1:1 {\"a\":1}\n"
      "2:2 {\"b\":2}\n" },
    { "byte order mark and JSON",
      "\357\273\277{\"a\":1}",
      "1:1 {\"a\":1}\n" },
    { "byte order mark and YAML",
      "\357\273\277a: 1\n",
      "1:1 {\"a\":1}\n" },
    { "watch events",
      "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"n\":1}}\n"
      "{\"type\":\"MODIFIED\",\"object\":{\"kind\":\"Pod\",\"n\":2}}\n"
      "{\"type\":\"DELETED\",\"object\":{\"kind\":\"Pod\",\"n\":3}}\n",
      "1:1 ADDED {\"kind\":\"Pod\",\"n\":1}\n"
      "2:2 MODIFIED {\"kind\":\"Pod\",\"n\":2}\n"
      "3:3 DELETED {\"kind\":\"Pod\",\"n\":3}\n" },
    { "bookmark and error",
      "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"metadata\":{\"resourceVersion\":\"5\"}}}\n"
      "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410}}\n",
      "1:1 BOOKMARK {\"kind\":\"Pod\",\"metadata\":{\"resourceVersion\":\"5\"}}\n"
      "2:2 ERROR {\"kind\":\"Status\",\"code\":410}\n" },
    { "event with its object first",
      "{\"object\":{\"a\":1.50},\"type\":\"ADDED\"}",
      "1:1 ADDED {\"a\":1.50}\n" },
    { "no event: another type",
      "{\"type\":\"FOO\",\"object\":{}}",
      "1:1 {\"type\":\"FOO\",\"object\":{}}\n" },
    { "no event: more keys",
      "{\"type\":\"ADDED\",\"object\":{},\"kind\":\"Secret\"}",
      "1:1 {\"type\":\"ADDED\",\"object\":{},\"kind\":\"Secret\"}\n" },
    { "no event: no object",
      "{\"type\":\"ADDED\",\"object\":[]}",
      "1:1 {\"type\":\"ADDED\",\"object\":[]}\n" },
    { "event in YAML",
      "object:\n"
      "  kind: Pod\n"
      "  big: 1e40\n"
      "type: ADDED\n"
      "---\n"
      "object: {kind: Pod}\n"
      "type: DELETED\n",
      "1:2 ADDED {\"kind\":\"Pod\",\"big\":1e+40}\n"
      "2:6 DELETED {\"kind\":\"Pod\"}\n" },
    { "v1 List",
      "{\"apiVersion\":\"v1\",\"items\":[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}},\n"
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"b\"}}],\"kind\":\"List\",\"metadata\":{}}\n"
      "{\"a\":1}",
      "1:1 {\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}\n"
      "1:2 {\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"b\"}}\n"
      "2:3 {\"a\":1}\n" },
    { "items without type",
      "{\"kind\":\"DeploymentList\",\"apiVersion\":\"apps/v1\",\"metadata\":{},\"items\":[{\"metadata\":{\"name\":\"a\"}},{\"metadata\":{\"name\":\"b\"},\"x\":1}]}",
      "1:1 {\"metadata\":{\"name\":\"a\"},\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"}\n"
      "1:1 {\"metadata\":{\"name\":\"b\"},\"x\":1,\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"}\n" },
    { "items without type, kind at the end",
      "{\"apiVersion\":\"apps/v1\",\"items\":[{\"m\":1},{\"m\":2}],\"kind\":\"DeploymentList\"}",
      "1:1 {\"m\":1,\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"}\n"
      "1:1 {\"m\":2,\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"}\n" },
    { "apiVersion and kind at the end",
      "{\"items\":[{\"m\":1},{\"kind\":\"Own\",\"apiVersion\":\"x/v1\"},{\"m\":2}],\"apiVersion\":\"apps/v1\",\"kind\":\"DeploymentList\"}",
      "1:1 {\"m\":1,\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"}\n"
      "1:1 {\"kind\":\"Own\",\"apiVersion\":\"x/v1\"}\n"
      "1:1 {\"m\":2,\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"}\n" },
    { "an item with its own type keeps it",
      "{\"kind\":\"FooList\",\"apiVersion\":\"x/v1\",\"items\":[{\"kind\":\"Bar\",\"apiVersion\":\"y/v2\"},{\"kind\":\"Bar\"},{\"apiVersion\":\"z/v1\"},{\"kind\":\"\",\"a\":1}]}",
      "1:1 {\"kind\":\"Bar\",\"apiVersion\":\"y/v2\"}\n"
      "1:1 {\"kind\":\"Bar\"}\n"
      "1:1 {\"apiVersion\":\"z/v1\"}\n"
      "1:1 {\"a\":1,\"apiVersion\":\"x/v1\",\"kind\":\"Foo\"}\n" },
    { "many keys and an added type",
      "{\"kind\":\"FooList\",\"apiVersion\":\"x/v1\",\"items\":[{\"k0\":0,\"k1\":1,\"k2\":2,\"k3\":3,\"k4\":4,\"k5\":5,\"k6\":6,\"k7\":7,\"k8\":8,\"k9\":9,\"k10\":10,\"k11\":11,\"k12\":12,\"k13\":13,\"k14\":14,\"k15\":15,\"k16\":16,\"k17\":17,\"k18\":18,\"k19\":19,\"k3\":99}]}",
      "1:1 {\"k0\":0,\"k1\":1,\"k2\":2,\"k4\":4,\"k5\":5,\"k6\":6,\"k7\":7,\"k8\":8,\"k9\":9,\"k10\":10,\"k11\":11,\"k12\":12,\"k13\":13,\"k14\":14,\"k15\":15,\"k16\":16,\"k17\":17,\"k18\":18,\"k19\":19,\"k3\":99,\"apiVersion\":\"x/v1\",\"kind\":\"Foo\"}\n" },
    { "empty list",
      "{\"kind\":\"PodList\",\"items\":[]}{\"a\":1}",
      "2:1 {\"a\":1}\n" },
    { "items but no list",
      "{\"kind\":\"Foo\",\"items\":[1,2]}\n"
      "{\"items\":{\"a\":[]},\"kind\":\"FooList\"}\n"
      "{\"kind\":\"FooList\",\"spec\":{\"items\":[]}}",
      "1:1 {\"kind\":\"Foo\",\"items\":[1,2]}\n"
      "2:2 {\"items\":{\"a\":[]},\"kind\":\"FooList\"}\n"
      "3:3 {\"kind\":\"FooList\",\"spec\":{\"items\":[]}}\n" },
    { "no kind at all",
      "{\"items\":[{\"a\":1}]}",
      "1:1 {\"items\":[{\"a\":1}]}\n" },
    { "array",
      "[{\"a\":1},\n"
      " {\"b\":2}\n"
      "]{\"c\":3}",
      "1:1 {\"a\":1}\n"
      "1:2 {\"b\":2}\n"
      "2:3 {\"c\":3}\n" },
    { "array at column 1",
      "[\n"
      "{\"a\":1},\n"
      "{\"b\":2}\n"
      "]\n"
      "{\"c\":3}",
      "1:2 {\"a\":1}\n"
      "1:3 {\"b\":2}\n"
      "2:5 {\"c\":3}\n" },
    { "array of scalars",
      "[1,\"x\",null]",
      "1:1 1\n"
      "1:1 \"x\"\n"
      "1:1 null\n" },
    { "empty array",
      "[]{\"a\":1}",
      "2:1 {\"a\":1}\n" },
    { "nested lists",
      "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[{\"m\":1},{\"m\":2}]},{\"kind\":\"A\",\"m\":3}]}",
      "1:1 {\"m\":1,\"apiVersion\":\"v1\",\"kind\":\"Pod\"}\n"
      "1:1 {\"m\":2,\"apiVersion\":\"v1\",\"kind\":\"Pod\"}\n"
      "1:1 {\"kind\":\"A\",\"m\":3}\n" },
    { "nested twice",
      "{\"kind\":\"List\",\"items\":[{\"kind\":\"List\",\"items\":[{\"kind\":\"FooList\",\"apiVersion\":\"f/v1\",\"items\":[{\"m\":1}]}]},{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"z\"}}]}",
      "1:1 {\"m\":1,\"apiVersion\":\"f/v1\",\"kind\":\"Foo\"}\n"
      "1:1 {\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"z\"}}\n" },
    { "list in an array",
      "[{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[{\"m\":1}]},{\"b\":2}]",
      "1:1 {\"m\":1,\"apiVersion\":\"v1\",\"kind\":\"Pod\"}\n"
      "1:1 {\"b\":2}\n" },
    { "YAML documents",
      "a: 1\n"
      "---\n"
      "b: 2\n"
      "---\n"
      "c: 3\n",
      "1:1 {\"a\":1}\n"
      "2:3 {\"b\":2}\n"
      "3:5 {\"c\":3}\n" },
    { "leading marker",
      "---\n"
      "a: 1\n",
      "1:2 {\"a\":1}\n" },
    { "marker with content",
      "--- {a: 1}\n"
      "--- 5\n"
      "--- # note\n"
      "b: 2\n",
      "1:1 {\"a\":1}\n"
      "2:2 5\n"
      "3:4 {\"b\":2}\n" },
    { "empty documents between",
      "a: 1\n"
      "---\n"
      "---\n"
      "# x\n"
      "---\n"
      "b: 2\n"
      "---\n",
      "1:1 {\"a\":1}\n"
      "4:6 {\"b\":2}\n" },
    { "document end marks",
      "a: 1\n"
      "...\n"
      "b: 2\n"
      "...\n"
      "---\n"
      "c: 3\n",
      "1:1 {\"a\":1}\n"
      "2:3 {\"b\":2}\n"
      "3:6 {\"c\":3}\n" },
    { "directives",
      "%YAML 1.1\n"
      "---\n"
      "a: 1\n"
      "---\n"
      "b: 2\n"
      "...\n"
      "%YAML 1.1\n"
      "---\n"
      "c: 3\n",
      "1:3 {\"a\":1}\n"
      "2:5 {\"b\":2}\n"
      "3:9 {\"c\":3}\n" },
    { "marker in a block scalar ends it",
      "a: |\n"
      "  x\n"
      "  ---\n"
      "  y\n"
      "---\n"
      "b: 2\n",
      "1:1 {\"a\":\"x\\n"
      "---\\n"
      "y\\n"
      "\"}\n"
      "2:6 {\"b\":2}\n" },
    { "no marker: glued",
      "---a: 1\n",
      "1:1 {\"---a\":1}\n" },
    { "CRLF documents",
      "a: 1\r\n"
      "---\r\n"
      "b: 2\r\n",
      "1:1 {\"a\":1}\n"
      "2:3 {\"b\":2}\n" },
    { "comments before",
      "# Source: x\n"
      "---\n"
      "# Source: y\n"
      "a: 1\n",
      "1:4 {\"a\":1}\n" },
    { "indented first line",
      "  a: 1\n"
      "  b: 2\n",
      "1:1 {\"a\":1,\"b\":2}\n" },
    { "YAML List",
      "apiVersion: v1\n"
      "items:\n"
      "- apiVersion: v1\n"
      "  kind: Pod\n"
      "  metadata:\n"
      "    name: a\n"
      "- apiVersion: v1\n"
      "  kind: Pod\n"
      "  metadata:\n"
      "    name: b\n"
      "kind: List\n"
      "metadata:\n"
      "  resourceVersion: \"\"\n"
      "---\n"
      "x: 1\n",
      "1:3 {\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}\n"
      "1:7 {\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"b\"}}\n"
      "2:15 {\"x\":1}\n" },
    { "YAML List, indented",
      "apiVersion: apps/v1\n"
      "kind: DeploymentList\n"
      "items:\n"
      "  # first\n"
      "  - m: 1\n"
      "\n"
      "  - m: 2 # two\n"
      "    n:\n"
      "    - 3\n"
      "  -\n"
      "    kind: Own\n"
      "    apiVersion: o/v1\n",
      "1:5 {\"m\":1,\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"}\n"
      "1:7 {\"m\":2,\"false\":[3],\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"}\n"
      "1:11 {\"kind\":\"Own\",\"apiVersion\":\"o/v1\"}\n" },
    { "YAML List, kind at the end",
      "items:\n"
      "- m: 1\n"
      "- m: 2\n"
      "kind: FooList\n"
      "apiVersion: f/v1\n",
      "1:2 {\"m\":1,\"apiVersion\":\"f/v1\",\"kind\":\"Foo\"}\n"
      "1:3 {\"m\":2,\"apiVersion\":\"f/v1\",\"kind\":\"Foo\"}\n" },
    { "YAML List with block scalars",
      "kind: List\n"
      "items:\n"
      "- a: |\n"
      "    - x\n"
      "     items:\n"
      "  kind: A\n"
      "- b: >-\n"
      "\n"
      "    - y\n"
      "\n"
      "  kind: B\n",
      "1:3 {\"a\":\"- x\\n"
      " items:\\n"
      "\",\"kind\":\"A\"}\n"
      "1:7 {\"b\":\"\\n"
      "- y\",\"kind\":\"B\"}\n" },
    { "YAML List in flow style",
      "kind: FooList\n"
      "apiVersion: f/v1\n"
      "items: [{m: 1}, {m: 2}]\n",
      "1:3 {\"m\":1,\"apiVersion\":\"f/v1\",\"kind\":\"Foo\"}\n"
      "1:3 {\"m\":2,\"apiVersion\":\"f/v1\",\"kind\":\"Foo\"}\n" },
    { "YAML List with anchors in flow style",
      "kind: List\n"
      "items: [&x {kind: A}, *x]\n",
      "1:2 {\"kind\":\"A\"}\n"
      "1:2 {\"kind\":\"A\"}\n" },
    { "YAML List with an alias in another item",
      "kind: FooList\n"
      "apiVersion: f/v1\n"
      "items:\n"
      "- m: &x {a: 1}\n"
      "- m: *x\n"
      "  kind: B\n"
      "- 7\n",
      "1:4 {\"m\":{\"a\":1},\"apiVersion\":\"f/v1\",\"kind\":\"Foo\"}\n"
      "1:5 {\"m\":{\"a\":1},\"kind\":\"B\"}\n"
      "1:7 7\n" },
    { "YAML List with an alias, kind at the end",
      "items:\n"
      "  - kind: A\n"
      "  - m: &x [1]\n"
      "  # two\n"
      "  - m: *x\n"
      "\n"
      "kind: FooList\n"
      "apiVersion: f/v1\n"
      "---\n"
      "b: *x\n",
      "1:2 {\"kind\":\"A\"}\n"
      "1:3 {\"m\":[1],\"apiVersion\":\"f/v1\",\"kind\":\"Foo\"}\n"
      "1:5 {\"m\":[1],\"apiVersion\":\"f/v1\",\"kind\":\"Foo\"}\n"
      "!2:10:4 yaml: unknown anchor 'x' referenced\n" },
    { "YAML List with an alias of the envelope",
      "kind: List\n"
      "x: &x [1]\n"
      "items:\n"
      "- {kind: A, m: *x}\n",
      "1:4 {\"kind\":\"A\",\"m\":[1]}\n" },
    { "YAML List with an alias in a List",
      "kind: List\n"
      "items:\n"
      "- kind: A\n"
      "  m: &x [1]\n"
      "- kind: List\n"
      "  items:\n"
      "  - {kind: B, m: *x}\n",
      "1:3 {\"kind\":\"A\",\"m\":[1]}\n"
      "1:5 {\"kind\":\"B\",\"m\":[1]}\n" },
    { "YAML List with a broken item beside an alias",
      "kind: List\n"
      "items:\n"
      "- {kind: A, m: &x 1}\n"
      "- {kind: A, m: *x}\n"
      "- kind: {\n"
      "- {kind: A, m: 2}\n",
      "1:3 {\"kind\":\"A\",\"m\":1}\n"
      "!1:4:16 yaml: unknown anchor 'x' referenced\n"
      "!1:6:1 yaml: line 5: did not find expected node content\n"
      "1:6 {\"kind\":\"A\",\"m\":2}\n" },
    { "YAML List with an alias before its anchor",
      "kind: List\n"
      "items:\n"
      "- {kind: A, m: *x}\n"
      "- {kind: A, m: &x 1}\n"
      "- {kind: A, m: *x}\n",
      "!1:3:16 yaml: unknown anchor 'x' referenced\n"
      "1:4 {\"kind\":\"A\",\"m\":1}\n"
      "1:5 {\"kind\":\"A\",\"m\":1}\n" },
    { "YAML List with marks in texts",
      "kind: List\n"
      "items:\n"
      "- kind: A\n"
      "  m: |\n"
      "    a &b && c\n"
      "- kind: A\n"
      "  m: '*b'\n"
      "- kind: A\n"
      "  m: \"a *b\"\n",
      "1:3 {\"kind\":\"A\",\"m\":\"a &b && c\\n\"}\n"
      "1:6 {\"kind\":\"A\",\"m\":\"*b\"}\n"
      "1:8 {\"kind\":\"A\",\"m\":\"a *b\"}\n" },
    { "YAML List with an alias, too long to parse as one",
      "kind: List\n"
      "items:\n"
      "- {kind: A, m: &x 1}\n"
      "- {kind: B, m: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx}\n"
      "- {kind: B, m: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx}\n"
      "- {kind: B, m: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx}\n"
      "- {kind: B, m: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx}\n"
      "- {kind: B, m: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx}\n"
      "- {kind: B, m: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx}\n"
      "- {kind: C, m: *x}\n",
      "1:3 {\"kind\":\"A\",\"m\":1}\n"
      "1:4 {\"kind\":\"B\",\"m\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}\n"
      "1:5 {\"kind\":\"B\",\"m\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}\n"
      "1:6 {\"kind\":\"B\",\"m\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}\n"
      "1:7 {\"kind\":\"B\",\"m\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}\n"
      "1:8 {\"kind\":\"B\",\"m\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}\n"
      "1:9 {\"kind\":\"B\",\"m\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}\n"
      "!1:10:16 yaml: unknown anchor 'x' referenced\n" },
    { "YAML List cut behind an item",
      "apiVersion: v1\n"
      "items:\n"
      "- kind: A\n"
      "  m: 1\n"
      "- kind: A\n"
      "  m: 2\n",
      "1:3 {\"kind\":\"A\",\"m\":1}\n"
      "!1:7:1 the list ends without its kind: it was cut off, so its last item is not read\n" },
    { "YAML List cut in an item",
      "apiVersion: v1\n"
      "items:\n"
      "- kind: A\n"
      "  m: 1\n"
      "- kind: A\n"
      "  m: 2\n"
      "- kind: A\n"
      "  m: [3",
      "1:3 {\"kind\":\"A\",\"m\":1}\n"
      "1:5 {\"kind\":\"A\",\"m\":2}\n"
      "!1:8:8 the list ends without its kind: it was cut off, so its last item is not read\n" },
    { "YAML List cut in its kind",
      "apiVersion: v1\n"
      "items:\n"
      "- kind: A\n"
      "  m: 1\n"
      "- kind: A\n"
      "  m: 2\n"
      "kind: Li",
      "1:3 {\"kind\":\"A\",\"m\":1}\n"
      "!1:7:9 the list ends without its kind: it was cut off, so its last item is not read\n" },
    { "YAML List cut in a key",
      "apiVersion: v1\n"
      "items:\n"
      "- kind: A\n"
      "  m: 1\n"
      "- kind: A\n"
      "  m: 2\n"
      "kin",
      "1:3 {\"kind\":\"A\",\"m\":1}\n"
      "!1:7:4 the list ends without its kind: it was cut off, so its last item is not read\n" },
    { "YAML List cut before its kind's value",
      "apiVersion: v1\n"
      "items:\n"
      "- kind: A\n"
      "  m: 1\n"
      "- kind: A\n"
      "  m: 2\n"
      "kind:\n",
      "1:3 {\"kind\":\"A\",\"m\":1}\n"
      "!1:8:1 the list ends without its kind: it was cut off, so its last item is not read\n" },
    { "YAML List cut behind its kind",
      "apiVersion: v1\n"
      "items:\n"
      "- kind: A\n"
      "  m: 1\n"
      "- kind: A\n"
      "  m: 2\n"
      "kind: List",
      "1:3 {\"kind\":\"A\",\"m\":1}\n"
      "1:5 {\"kind\":\"A\",\"m\":2}\n" },
    { "YAML List cut before another document",
      "apiVersion: v1\n"
      "items:\n"
      "- kind: A\n"
      "  m: 1\n"
      "- kind: A\n"
      "  m: 2\n"
      "---\n"
      "b: 1\n",
      "1:3 {\"kind\":\"A\",\"m\":1}\n"
      "!1:7:1 the list ends without its kind: it was cut off, so its last item is not read\n"
      "2:8 {\"b\":1}\n" },
    { "YAML List cut, whose items have no kind",
      "apiVersion: v1\n"
      "items:\n"
      "- m: 1\n"
      "- m: 2\n",
      "!1:5:1 the list ends without its kind: it was cut off, so its last item is not read\n"
      "1:3 {\"m\":1}\n" },
    { "YAML List cut, with an alias",
      "apiVersion: v1\n"
      "items:\n"
      "- {kind: A, m: &x 1}\n"
      "- {kind: A, m: *x}\n"
      "- {kind: A, m: 2}\n",
      "1:3 {\"kind\":\"A\",\"m\":1}\n"
      "1:4 {\"kind\":\"A\",\"m\":1}\n"
      "!1:6:1 the list ends without its kind: it was cut off, so its last item is not read\n" },
    { "YAML List cut before its items",
      "apiVersion: v1\n"
      "items:\n",
      "1:1 {\"apiVersion\":\"v1\",\"items\":null}\n" },
    { "YAML items but no list",
      "items:\n"
      "- a\n"
      "- b\n"
      "kind: Foo\n",
      "1:1 {\"items\":[\"a\",\"b\"],\"kind\":\"Foo\"}\n" },
    { "YAML items without kind",
      "items:\n"
      "- a\n"
      "- b\n",
      "1:1 {\"items\":[\"a\",\"b\"]}\n" },
    { "YAML nested List",
      "kind: List\n"
      "apiVersion: v1\n"
      "items:\n"
      "- kind: PodList\n"
      "  apiVersion: v1\n"
      "  items:\n"
      "  - m: 1\n"
      "  - m: 2\n"
      "- kind: A\n",
      "1:7 {\"m\":1,\"apiVersion\":\"v1\",\"kind\":\"Pod\"}\n"
      "1:8 {\"m\":2,\"apiVersion\":\"v1\",\"kind\":\"Pod\"}\n"
      "1:9 {\"kind\":\"A\"}\n" },
    { "YAML List of one",
      "kind: List\n"
      "items:\n"
      "- kind: A",
      "1:3 {\"kind\":\"A\"}\n" },
    { "mixed YAML and JSON",
      "a: 1\n"
      "---\n"
      "{\"b\":2}\n"
      "{\"c\":3}\n"
      "---\n"
      "d: 4\n",
      "1:1 {\"a\":1}\n"
      "2:3 {\"b\":2}\n"
      "!2:4:1 the document ends before this line, and the rest of it is ignored: is its first line indented, or does it start with a byte order mark?\n"
      "3:6 {\"d\":4}\n" },
    { "a byte order mark after a marker",
      "a: 1\n"
      "---\n"
      "\357\273\277b: 2\n"
      "c: 3\n",
      "1:1 {\"a\":1}\n"
      "2:3 {\"b\":2}\n"
      "!2:4:1 the document ends before this line, and the rest of it is ignored: is its first line indented, or does it start with a byte order mark?\n" },
    { "a byte order mark after an end",
      "a: 1\n"
      "...\n"
      "\357\273\277b: 2\n"
      "c: 3\n",
      "1:1 {\"a\":1}\n"
      "2:3 {\"b\":2,\"c\":3}\n" },
    { "lines with less indentation than the first",
      "  a: 1\n"
      "b: 2\n"
      "---\n"
      "c: 3\n",
      "1:1 {\"a\":1}\n"
      "!1:2:1 the document ends before this line, and the rest of it is ignored: is its first line indented, or does it start with a byte order mark?\n"
      "2:4 {\"c\":3}\n" },
    { "items twice",
      "{\"kind\":\"List\",\"items\":[{\"a\":1}],\"items\":[{\"b\":2}]}{\"c\":3}",
      "1:1 {\"a\":1}\n"
      "!1:1:33 the list has items twice: the first ones are read, these are not\n"
      "2:1 {\"c\":3}\n" },
    { "items twice, the kind at the end",
      "{\"items\":[{\"a\":1}],\"items\":[{\"b\":2}],\"kind\":\"List\"}",
      "1:1 {\"a\":1}\n"
      "!1:1:19 the list has items twice: the first ones are read, these are not\n" },
    { "YAML items twice",
      "kind: List\n"
      "items:\n"
      "- a: 1\n"
      "items:\n"
      "- b: 2\n"
      "---\n"
      "c: 3\n",
      "1:3 {\"a\":1}\n"
      "!1:4:1 the list has items twice: the first ones are read, these are not\n"
      "2:7 {\"c\":3}\n" },
    { "JSON then YAML",
      "{\"a\":1}\n"
      "---\n"
      "b: 2\n",
      "1:1 {\"a\":1}\n"
      "2:3 {\"b\":2}\n" },
    { "JSON behind a marker on its line",
      "--- {\"a\":1}\n"
      "---\n"
      "{\"b\":2}\n",
      "1:1 {\"a\":1}\n"
      "2:3 {\"b\":2}\n" },
    { "not an object",
      "hello world\n",
      "1:1 \"hello world\"\n" },
    { "bad value between good ones",
      "{\"a\":1}\n"
      "{\"b\":,}\n"
      "{\"c\":3}\n",
      "1:1 {\"a\":1}\n"
      "!2:2:6 unexpected ',': a value is expected\n"
      "3:3 {\"c\":3}\n" },
    { "bad brackets",
      "{\"a\":1}\n"
      "{\"b\":[1}]}\n"
      "{\"c\":3}\n",
      "1:1 {\"a\":1}\n"
      "!2:2:8 unexpected '}': a comma or ] follows an item\n"
      "3:3 {\"c\":3}\n" },
    { "unclosed object",
      "{\"a\":1}\n"
      "{\"b\":[1,2\n"
      "{\"c\":3}\n",
      "1:1 {\"a\":1}\n"
      "!2:2:10 unexpected end of input: a comma or ] follows an item\n"
      "3:3 {\"c\":3}\n" },
    { "unclosed string",
      "{\"a\":1}\n"
      "{\"b\":\"x\n"
      "{\"c\":3}\n",
      "1:1 {\"a\":1}\n"
      "!2:2:8 unexpected end of input: a string is not closed\n"
      "3:3 {\"c\":3}\n" },
    { "garbage line",
      "{\"a\":1}\n"
      "what is this\n"
      "{\"c\":3}\n",
      "1:1 {\"a\":1}\n"
      "!2:2:1 unexpected 'w': a value is expected\n"
      "3:3 {\"c\":3}\n" },
    { "garbage behind a value",
      "{\"a\":1} x\n"
      "{\"c\":3}\n",
      "1:1 {\"a\":1}\n"
      "!2:1:9 unexpected 'x': a value is expected\n"
      "3:2 {\"c\":3}\n" },
    { "truncated at the end",
      "{\"a\":1}\n"
      "{\"b\":[1,2",
      "1:1 {\"a\":1}\n"
      "!2:2:10 unexpected end of input: a comma or ] follows an item\n" },
    { "truncated string",
      "{\"b\":\"x",
      "!1:1:8 unexpected end of input: a string is not closed\n" },
    { "one closing bracket",
      "{\"a\":1}\n"
      "}\n"
      "{\"b\":2}\n",
      "1:1 {\"a\":1}\n"
      "!2:2:1 unexpected '}': a value is expected\n"
      "3:3 {\"b\":2}\n" },
    { "broken across lines",
      "{\"a\":1}\n"
      "{\n"
      "  \"b\": [1,\n"
      "  2}\n"
      "}\n"
      "{\"c\":3}\n",
      "1:1 {\"a\":1}\n"
      "!2:4:4 unexpected '}': a comma or ] follows an item\n"
      "3:6 {\"c\":3}\n" },
    { "bad item of a list",
      "{\"kind\":\"List\",\"items\":[\n"
      "    {\"a\":1,\"kind\":\"A\"},\n"
      "    {\"b\":[1},\n"
      "    {\"c\":3,\"kind\":\"C\"}\n"
      "]}\n"
      "{\"d\":4}\n",
      "1:2 {\"a\":1,\"kind\":\"A\"}\n"
      "!1:3:12 unexpected '}': a comma or ] follows an item\n"
      "1:4 {\"c\":3,\"kind\":\"C\"}\n"
      "2:6 {\"d\":4}\n" },
    { "list is not closed",
      "{\"kind\":\"List\",\"items\":[{\"a\":1},{\"b\":2},",
      "1:1 {\"a\":1}\n"
      "1:1 {\"b\":2}\n"
      "!1:1:41 unexpected end of JSON input: the list is not closed\n" },
    { "item is not closed",
      "{\"kind\":\"List\",\"items\":[{\"a\":1},{\"b\":2",
      "1:1 {\"a\":1}\n"
      "!1:1:39 unexpected end of input: a comma or } follows a member\n" },
    { "envelope is not closed",
      "{\"kind\":\"List\",\"items\":[{\"a\":1}],\"x\":1",
      "1:1 {\"a\":1}\n"
      "!1:1:39 unexpected end of JSON input: the list is not closed\n" },
    { "wrong bracket in a list",
      "[{\"a\":1}}\n"
      "{\"b\":2}\n",
      "1:1 {\"a\":1}\n"
      "!1:1:9 unexpected '}': a value is expected\n"
      "2:2 {\"b\":2}\n" },
    { "bad document between good ones",
      "a: 1\n"
      "---\n"
      "b: [1\n"
      "---\n"
      "c: 3\n",
      "1:1 {\"a\":1}\n"
      "!2:4:1 yaml: line 3: did not find expected ',' or ']'\n"
      "3:5 {\"c\":3}\n" },
    { "bad document: tab",
      "a: 1\n"
      "---\n"
      "b:\n"
      "\tc: 1\n"
      "---\n"
      "c: 3\n",
      "1:1 {\"a\":1}\n"
      "!2:4:1 yaml: line 4: found character that cannot start any token\n"
      "3:6 {\"c\":3}\n" },
    { "bad item of a YAML List",
      "kind: List\n"
      "items:\n"
      "- kind: A\n"
      "- kind: [\n"
      "- kind: C\n",
      "1:3 {\"kind\":\"A\"}\n"
      "!1:5:1 yaml: line 4: did not find expected node content\n"
      "1:5 {\"kind\":\"C\"}\n" },
    { "too long a value",
      "{\"a\":1}\n"
      "{\"big\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}\n"
      "{\"b\":2}\n",
      "1:1 {\"a\":1}\n"
      "!2:2:1 document_bytes\n"
      "3:3 {\"b\":2}\n" },
    { "too long an item",
      "{\"kind\":\"List\",\"items\":[{\"a\":1},{\"big\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"},{\"b\":2}]}{\"c\":3}",
      "1:1 {\"a\":1}\n"
      "!1:1:33 document_bytes\n"
      "1:1 {\"b\":2}\n"
      "2:1 {\"c\":3}\n" },
    { "too long a document",
      "a: 1\n"
      "---\n"
      "a: b\n"
      "big: |\n"
      "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "---\n"
      "b: 2\n",
      "1:1 {\"a\":1}\n"
      "!2:2:1 document_bytes\n"
      "3:18 {\"b\":2}\n" },
    { "too long a YAML item",
      "kind: List\n"
      "items:\n"
      "- kind: A\n"
      "- kind: B\n"
      "  big: |\n"
      "    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "- kind: C\n",
      "1:3 {\"kind\":\"A\"}\n"
      "!1:4:1 document_bytes\n"
      "1:18 {\"kind\":\"C\"}\n" },
    { "too long a line of YAML",
      "a: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      "---\n"
      "b: 2\n",
      "!1:1:1 document_bytes\n"
      "2:3 {\"b\":2}\n" },
    { "binary",
      "\177ELF\002\001\001\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003\001\002\003",
      "!0:1:1 this is binary data, neither YAML nor JSON in UTF-8\n" },
    { "table of kubectl",
      "NAMESPACE   NAME    READY   UP-TO-DATE\n"
      "shop        web-1   1/1     1\n",
      "!0:1:1 this is kubectl's table: add -o yaml\n" },
    { "table of events",
      "LAST SEEN   TYPE   REASON\n",
      "!0:1:1 this is kubectl's table: add -o yaml\n" },
    { "no table: one word",
      "NAME\n",
      "1:1 \"NAME\"\n" },
    { "no table: a key",
      "NAME:   READY\n",
      "1:1 {\"NAME\":\"READY\"}\n" },
    { "template in a value",
      "a: 1\n"
      "---\n"
      "b:\n"
      "  c: {{ .Values.c }}\n"
      "---\n"
      "d: 1\n",
      "1:1 {\"a\":1}\n"
      "!2:4:7 this is a Helm template: render it with helm template first\n"
      "3:6 {\"d\":1}\n" },
    { "template around a document",
      "{{- if .Values.on }}\n"
      "a: 1\n"
      "{{- end }}\n"
      "---\n"
      "b: 1\n",
      "!1:1:3 this is a Helm template: render it with helm template first\n"
      "2:5 {\"b\":1}\n" },
    { "template in a List",
      "kind: List\n"
      "items:\n"
      "- kind: A\n"
      "- kind: {{ .Kind }}\n"
      "- kind: C\n",
      "1:3 {\"kind\":\"A\"}\n"
      "!1:4:10 this is a Helm template: render it with helm template first\n"
      "1:5 {\"kind\":\"C\"}\n" },
    { "no template: in quotes, beside a mistake",
      "a: '{{b}}'\n"
      "c: [\n",
      "!1:3:1 yaml: line 2: did not find expected node content\n" },
    { "no template: JSON",
      "{{\"a\":1}}\n",
      "!1:1:2 unexpected '{': a key in quotes is expected\n" },
    { "no template: JSON lines",
      "{\"a\":1}\n"
      "{{\"a\":1}}\n"
      "{\"b\":1}\n",
      "1:1 {\"a\":1}\n"
      "!2:2:2 unexpected '{': a key in quotes is expected\n"
      "3:3 {\"b\":1}\n" },
    { "repeated keys and an added type",
      "{\"kind\":\"FooList\",\"apiVersion\":\"f/v1\",\"items\":[{\"a\":1,\"a\":2,\"b\":3}]}",
      "1:1 {\"a\":2,\"b\":3,\"apiVersion\":\"f/v1\",\"kind\":\"Foo\"}\n" },
    /* clang-format on */
};

static const char *const event_names[] = { "",         " ADDED",    " MODIFIED",
                                           " DELETED", " BOOKMARK", " ERROR" };

static void append_errors(char *out, size_t most, vitals_diagnostics *diagnostics) {
    for (size_t i = 0; i < vitals_diagnostics_count(diagnostics); i++) {
        const vitals_diagnostic *one = vitals_diagnostics_at(diagnostics, i);
        size_t used = strlen(out);
        snprintf(out + used, most - used, "!%u:%u:%u %s\n", one->document, one->line, one->column,
                 one->limit ? one->limit : one->text.bytes);
    }
    vitals_diagnostics_clear(diagnostics);
}

static void append_document(char *out, size_t most, const vitals_document *document,
                            vitals_event event) {
    char *json;
    size_t size, used = strlen(out);
    vitals_origin origin;
    vitals_document_origin(document, &origin, sizeof origin);
    assert_int_equal(vitals_document_write_json(document, 0, NULL, &json, &size), VITALS_OK);
    snprintf(out + used, most - used, "%u:%u%s %s\n", origin.document, origin.line,
             event_names[event], json);
    vitals_text_free(NULL, json, size);
}

static void read_all(vitals_stream *stream, char *out, size_t most) {
    vitals_diagnostics *diagnostics;
    vitals_document *document = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    for (;;) {
        vitals_piece *piece = NULL;
        vitals_event event = VITALS_EVENT_NONE;
        vitals_status status = vitals_stream_next(stream, &piece, diagnostics);
        if (status == VITALS_ENOTFOUND) break;
        if (status == VITALS_OK) {
            status = vitals_piece_parse(piece, &document, &event, diagnostics);
            if (status == VITALS_OK) append_document(out, most, document, event);
        }
        assert_true(status == VITALS_OK || status == VITALS_ENOTFOUND ||
                    vitals_diagnostics_count(diagnostics) == 1);
        append_errors(out, most, diagnostics);
        vitals_piece_free(piece);
    }
    vitals_document_free(document);
    vitals_diagnostics_free(diagnostics);
}

/* All that a stream gives under a limit, also for every chunking. */
static void assert_gives(const char *input, uint64_t envelope_bytes, const char *want) {
    vitals_limits limits = { 0 };
    limits.document_bytes = 400;
    limits.envelope_bytes = envelope_bytes;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = &limits;
    vitals_stream *stream;
    char got[8192] = "";
    assert_int_equal(vitals_stream_new(&options, NULL, NULL, &stream), VITALS_OK);
    assert_int_equal(vitals_stream_feed(stream, input, strlen(input)), VITALS_OK);
    assert_int_equal(vitals_stream_end(stream), VITALS_OK);
    read_all(stream, got, sizeof got);
    assert_string_equal(got, want);
    vitals_stream_free(stream);
    stream_require_same(input, strlen(input), &options);
}

static void check(void **state) {
    const struct row *row = *state;
    assert_gives(row->input, 400, row->want);
}

/* Items that wait for the kind of their list, and those behind them, keep their order: when the kind
** comes, when it does not, when the list is cut off, and when too many wait; then those without a kind
** are dropped. */
static void waiting_items_keep_their_order(void **state) {
    (void)state;
#define PADDED ",\"p\":\"" PADDING PADDING PADDING PADDING "\"}"
#define PADDING "........................."
#define A "{\"apiVersion\":\"x/v1\",\"kind\":\"A\"" PADDED
#define B "{\"apiVersion\":\"x/v1\",\"kind\":\"B\"" PADDED
#define C "{\"apiVersion\":\"x/v1\",\"kind\":\"C\"" PADDED
#define ITEMS "{\"items\":[{\"m\":1" PADDED "," A "," B "," C ",{\"m\":2" PADDED "]"
#define FOO                                                                                        \
    ",\"p\":\"" PADDING PADDING PADDING PADDING "\",\"apiVersion\":\"f/v1\",\"kind\":\"Foo\"}\n"
#define TYPED "1:1 " A "\n1:1 " B "\n1:1 " C "\n"
    assert_gives(ITEMS ",\"apiVersion\":\"f/v1\",\"kind\":\"FooList\"}", 4000,
                 "1:1 {\"m\":1" FOO TYPED "1:1 {\"m\":2" FOO);

    assert_gives(ITEMS "}", 4000, "1:1 {\"m\":1" PADDED "\n" TYPED "1:1 {\"m\":2" PADDED "\n");
    assert_gives(ITEMS ",\"kind\":\"FooList\"}", 1500, "!1:1:406 envelope_bytes\n" TYPED);
    assert_gives(ITEMS, 4000,
                 "!1:1:661 unexpected end of JSON input: the list is not closed\n"
                 "1:1 {\"m\":1" PADDED "\n" TYPED "1:1 {\"m\":2" PADDED "\n");
}

int main(void) {
    const struct CMUnitTest others[] = { cmocka_unit_test(waiting_items_keep_their_order) };
    return TABLE_RUN("stream", check, rows) +
           cmocka_run_group_tests_name("waiting", others, NULL, NULL);
}
