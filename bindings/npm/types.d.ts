// Made by generate-types.mjs from docs/schema. Do not edit.

/** What a run was to judge and has not seen. Reports and streams have it only when something was not read; the first line of a part always has it. */
export interface Coverage {
  /** All parts below are read or excluded. */
  complete: boolean
  /** The first 100 of them, in the order in which they were found. */
  parts: Array<{
    /** unreadable: it is there, and cannot be read. lost: it was there, or should be. narrowed: less was read than was asked for. forbidden, excluded: it was not to be read. unknown: a part of an older version, which does not say. The first three are exit status 3. */
    state: "read" | "excluded" | "forbidden" | "unknown" | "narrowed" | "lost" | "unreadable"
    /** Only applications there may lack it; absent: all may. */
    cluster?: string
    /** The file or the kind; - is standard input. */
    what: string
    namespace?: string
    line?: number
    column?: number
    /** When a kind of a cluster was read last. */
    listed?: string
    reason: string
  }>
  /** Further parts that could not be read. */
  more?: number
}

/** One line of `vitals assess -o ndjson`, whose last line is `{"coverage":…}` when something was not read, and one item of the report: the health of one object, and which rule decided. */
export interface Verdict {
  schema: "vitals/v1"
  apiVersion: string | null
  kind: string | null
  /** Empty without a namespace. */
  namespace: string | null
  name: string | null
  /** Empty when the object is not from a cluster. */
  uid: string | null
  /** Where the object was read from: file, document and line, or cluster and resourceVersion. */
  input: {
    /** - is standard input. */
    file?: string
    document?: number
    line?: number
    /** Its context, or the address of the server without one. */
    cluster?: string
    /** Of the version that was assessed. */
    resourceVersion?: string
  }
  /** null: the kind has no health by nature, such as ConfigMap. Unassessed: no rule knows the kind. An empty status: a script ran and returned nothing. */
  health: {
    status: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
    message: string
  } | null
  /** In profiles flux and kstatus. */
  kstatus?: {
    status: "InProgress" | "Failed" | "Current" | "Terminating" | "NotFound" | "Unknown"
    message: string
    conditions: Array<{
      type: string
      status: string
      reason: string
      message: string
    }>
  }
  /** lastTransitionTime of the deciding condition, RFC 3339. */
  since?: string
  /** An observedGeneration lags behind metadata.generation. */
  stale?: boolean
  /** Why the object is suspended. */
  suspension?: string
  /** The rule that decided. */
  rule: {
    source: "none" | "deletion" | "customization" | "interpreter" | "expression" | "suspension" | "bundled" | "native" | "kstatus" | "job-reader"
    id?: string
    /** file:line; absent for built-in rules. */
    at?: string
  }
  /** The error of the rule when it failed. */
  error?: string
  /** The limit that the rule hit. */
  limit?: string
  /** Of Argo CD Applications, Kustomizations and HelmReleases: how far what is wanted is applied. It never changes the health. */
  delivery?: {
    state: "unknown" | "in-step" | "behind" | "applying" | "failed" | "stalled" | "suspended"
    /** The revision that is wanted. */
    wanted?: string
    /** The revision that is applied. */
    applied?: string
    message?: string
  }
  /** With --cost: steps of the script, or cost units of the expression. They depend on the rule, the object and the limits alone. */
  cost?: {
    /** The name of the limit. */
    limit: string
    used: number
  }
  /** Owned objects and hooks do not count in their application. In a line of ndjson, where the other objects are not known, those that name a controller are owned. */
  counted: boolean
  /** What the policy makes of the status. */
  countsAs?: "Ignored" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
  /** The rule of the policy that applies, and its reason. */
  policy?: string
  /** The object of the input that owns it. In a line of ndjson its first owner, of which only the UID is known. */
  owner?: {
    uid: string
    group?: string
    kind?: string
    namespace?: string
    name?: string
  }
  /** The application of Argo CD that tracks it, or its owner. */
  application?: string
  /** The watch event it came with. DELETED: the last state of the object, which is gone. A later version of an object that comes without events is MODIFIED. */
  event?: "ADDED" | "MODIFIED" | "DELETED"
  /** The deepest object below that explains it, or what a Pod says of itself. */
  because?: string
}

/** The output of `vitals explain -o json`: which rule decided, what it read, and what the other profiles say. For a kind without an object it has neither health nor what was read. */
export interface Explanation {
  schema: "vitals/explain/v1"
  coverage?: Coverage
  /** Empty for core kinds. */
  group: string
  kind: string
  profile: "combined" | "argocd" | "flux" | "kstatus"
  namespace?: string
  name?: string
  /** file:line of the object; empty when it came as text. */
  at?: string
  /** null: the kind has no health by nature, such as ConfigMap. */
  health?: {
    status: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
    message: string
  } | null
  /** The deepest object below that explains it, or what a Pod says of itself. */
  because?: string
  /** lastTransitionTime of the deciding condition, RFC 3339. */
  since?: string
  /** The error of the rule when it failed. */
  error?: string
  /** The rule that decided; for a kind, the one that would. */
  decidedBy: {
    source: "none" | "deletion" | "customization" | "expression" | "suspension" | "bundled" | "native" | "kstatus" | "job-reader"
    id?: string
    /** file:line of the rule; absent for built-in rules. */
    at?: string
    /** The row of a built-in rule. */
    row?: string
    /** file:line that returned. */
    lineAt?: string
    /** The key of the rule is a pattern. */
    wildcard: boolean
  }
  /** The sources of rules in the order of the profile. */
  considered: Array<{
    source: "none" | "deletion" | "customization" | "expression" | "suspension" | "bundled" | "native" | "kstatus" | "job-reader"
    outcome: "decided" | "failed" | "no" | "none" | "no opinion" | "not asked"
    /** Why; may be empty. */
    text: string
  }>
  /** The lines of a script up to the one that decided. */
  script?: Array<{
    /** Of the file that holds the script. */
    line: number
    /** Of the script. */
    scriptLine: number
    decided: boolean
    text: string
  }>
  /** What the rule read: changing it may change the verdict. */
  fieldsRead?: Array<{
    path: string
    /** Absent when the field is. */
    value?: unknown
  }>
  /** The parts of a CEL expression and their values. */
  expression?: Array<{
    text: string
    value?: string
  }>
  /** Objects that it owns and that are not healthy. They do not affect the verdict. */
  below?: Array<{
    status: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
    kind?: string
    name?: string
    message?: string
  }>
  /** The verdicts of the other profiles. */
  elsewhere?: Array<{
    profile: "combined" | "argocd" | "flux" | "kstatus"
    agrees: boolean
    /** null: the profile has no health for it. */
    status: string | null
    message?: string
  }>
  /** Steps of the script, or cost of the expression. */
  cost?: {
    /** The name of the limit. */
    limit: string
    used: number
    of: number
  }
  /** The limit at which fields and parts of expressions were cut. */
  cutAt?: string
  /** The key of the argocd-cm that is nearest to the kind when none matches. */
  nearest?: string
  /** Argo CD has a check of its own for the kind. */
  argocdBundles: boolean
}

/** The output of `vitals lint -o json`: mistakes in ConfigMaps, check trees and expressions. */
export interface LintReport {
  schema: "vitals/lint/v1"
  findings: Array<{
    file: string
    line: number
    column: number
    /** `vitals lint --list-rules` lists them. */
    rule: string
    severity: "error" | "warning" | "note"
    /** What is wrong. */
    text: string
    /** What to do. */
    advice: string
    /** A comment vitals:ignore silences it. */
    ignored: boolean
    /** The reason given in that comment. */
    reason?: string
  }>
  summary: {
    /** With something to lint. */
    files: number
    errors: number
    warnings: number
    notes: number
    ignored: number
  }
}

/** The output of `vitals test -o json`. */
export interface TestReport {
  schema: "vitals/test/v1"
  passed: number
  failed: number
  skipped: number
  tests: Array<{
    outcome: "passed" | "failed" | "skipped"
    /** group/Kind/testdata/x.yaml, as Argo CD calls the sub-test. */
    name: string
    /** The health_test.yaml. */
    file: string
    /** Of the item in that file; 0 when unknown. */
    line: number
    /** The file of the object. */
    input?: string
    /** Key or directory of the check that was run. */
    rule?: string
    expected?: {
      status: string
      message: string
    }
    actual?: {
      status: string
      message: string
    }
    /** Why there is no result. */
    error?: string
    /** The line that returned or failed. */
    script?: {
      file: string
      line: number
      text: string
    }
  }>
  /** Incomplete objects that a check mishandles. */
  young: Array<{
    outcome: "failed" | "degraded"
    /** Directory of the check. */
    check: string
    /** What the object is like: "no status". */
    state: string
    /** The error, or the message that came with Degraded. */
    text: string
    /** The line that returned or failed. */
    script?: {
      file: string
      line: number
      text: string
    }
    /** The smallest object that reproduces it, as YAML. */
    object: string
  }>
  coverage?: {
    /** Of lines and branches together, rounded down. */
    percent: number
    checks: Array<{
      check: string
      script: string
      lines: number
      linesRun: number
      branches: number
      branchesTaken: number
      /** Those in the script that no fixture produces. */
      missingStatuses: string
      /** Why nothing was measured. */
      error?: string
      missed: Array<{
        line: number
        /** 0: the line as a whole. */
        column: number
        what: string
      }>
    }>
  }
}

/** What vitals_binding_configure takes. All members may be null. */
export interface Options {
  profile?: "combined" | "argocd" | "flux" | "kstatus"
  /** Text of an argocd-cm ConfigMap. */
  argocdCM?: string
  /** Texts with healthCheckExprs. */
  expressions?: Array<string>
  /** From group/Kind to the text of a health.lua; prelude.lua: the helpers that their first lines name. */
  checks?: Record<string, string>
  /** Text of a policy. */
  policy?: string
  /** false leaves out the checks of the library. */
  bundled?: boolean
  /** group/Kind of bundled checks. */
  disableBundled?: Array<string>
  onBroken?: "skip" | "reject"
  /** A missing field in an expression. */
  missing?: "error" | "false"
  /** Profile argocd follows this release, such as 3.1. */
  argocdVersion?: string
  /** Profile flux follows this release, such as 2.7. */
  fluxVersion?: string
  /** Profile flux follows its order. */
  controller?: "kustomize" | "helm"
  /** Local time of the scripts, east of UTC. */
  zoneOffsetSeconds?: number
  /** Messages of expressions name the values that were read. */
  explain?: boolean
  /** Paths that are not read. */
  drop?: Array<string>
  limits?: Record<string, number>
}

export interface Diagnostic {
  severity: "error" | "warning" | "note"
  rule: string
  /** Of options their member, such as argocdCM. */
  file: string
  document: number
  /** From 1; 0: unknown. */
  line: number
  column: number
  /** The limit that was hit. */
  limit?: string
  text: string
}

/** The text of vitals_binding_configure, and of every call that fails. */
export interface Diagnostics {
  diagnostics: Array<Diagnostic>
  /** More than the limit `diagnostics`. */
  lost?: number
}

/** The text of vitals_binding_many. */
export interface Column {
  /** The first 16. */
  unreadable: Array<{
    /** From 0. */
    row: number
    diagnostics: Array<Diagnostic>
    lost?: number
  }>
}

export interface CelAnswer {
  outcome: "value" | "eval_error" | "parse_error" | "program_error"
  type?: string
  text?: string
  /** The type of the expression, when types are checked. */
  deduced?: string
}

export interface LuaAnswer {
  outcome: "status" | "error"
  status?: string | null
  message?: string | null
  error?: string | null
}

/** The text of vitals_binding_application_health. */
export interface Application {
  status: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
  message: string
  error?: string
  resources: number
  counts: Record<string, number>
  /** true: what was not read does not change the status, such as what is forbidden. */
  incomplete?: boolean
  /** Where something says what the application covers. */
  coverage?: Coverage
}

export interface Position {
  epoch: number
  sequence: number
}

export interface Source {
  /** A decimal number; ids do not fit a double. */
  id: string
  name: string
  profile: "combined" | "argocd" | "flux" | "kstatus"
  rows: number
  synced: boolean
}

export interface Scope {
  /** A decimal number; ids do not fit a double. */
  id: string
  /** A decimal number; ids do not fit a double. */
  source: string
  group?: string
  kind?: string
  namespace?: string
  state: string
  reason: string
  synced: boolean
  rows: number
}

export interface Row {
  /** A decimal number; ids do not fit a double. */
  id: string
  /** A decimal number; ids do not fit a double. */
  source: string
  /** A decimal number; ids do not fit a double. */
  scope?: string
  /** A decimal number; ids do not fit a double. */
  owner?: string
  /** A decimal number; ids do not fit a double. */
  application?: string
  uid: string
  group: string
  kind: string
  namespace: string
  name: string
  resourceVersion: string
  removed?: boolean
  health?: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
  /** The health without short changes. */
  settled?: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
  message?: string
  decidedBy?: "none" | "deletion" | "customization" | "expression" | "suspension" | "bundled" | "native" | "kstatus" | "job-reader"
  rule?: string
  kstatus?: "InProgress" | "Failed" | "Current" | "Terminating" | "NotFound" | "Unknown"
  delivery?: "unknown" | "in-step" | "behind" | "applying" | "failed" | "stalled" | "suspended"
  sinceMs?: number
  changedMs?: number
  settlesMs?: number
  counted?: boolean
  noHealth?: boolean
  /** The rule failed. */
  failed?: boolean
  stale?: boolean
  terminal?: boolean
  flapping?: boolean
  /** The rules of its source were replaced since. */
  olderRules?: boolean
}

export interface LiveApplication {
  /** A decimal number; ids do not fit a double. */
  id: string
  /** A decimal number; ids do not fit a double. */
  source: string
  /** A decimal number; ids do not fit a double. */
  object?: string
  manager: string
  namespace: string
  name: string
  project?: string
  removed?: boolean
  health?: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
  settled?: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
  /** Every scope that may hold members is in sync. */
  complete?: boolean
  /** Why it is not complete. */
  incomplete?: string
  delivery?: "unknown" | "in-step" | "behind" | "applying" | "failed" | "stalled" | "suspended"
  members?: number
  /** Members that are expected and do not exist. */
  absent?: number
  /** Parts that it may lack and that could not be read. */
  lost?: number
  counted?: Record<string, number>
  changedMs?: number
  flapping?: boolean
}

/** A page of a view; all but the first have the rows alone. */
export interface Snapshot {
  position: Position
  counts?: {
    rows: number
    applications: number
    noHealth: number
    health: Record<string, number>
    settled: Record<string, number>
    applicationSettled: Record<string, number>
  }
  sources?: Array<Source>
  scopes?: Array<Scope>
  applications?: Array<LiveApplication>
  rows: Array<Row>
  /** A decimal number; ids do not fit a double. */
  after?: string
}

/** With its subject as it is now, which may be gone. */
export interface Change {
  sequence: number
  atMs: number
  kind: "row-added" | "row-changed" | "row-removed" | "application-added" | "application-changed" | "application-removed" | "scope-changed"
  /** A decimal number; ids do not fit a double. */
  subject: string
  from: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
  to: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
  settledFrom: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
  settledTo: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
  row?: Row
  application?: LiveApplication
  scope?: Scope
}

export interface Changes {
  changes: Array<Change>
  position: Position
}

export interface ApplicationRows {
  /** A decimal number; ids do not fit a double. */
  id: string
  /** A decimal number; ids do not fit a double. */
  source: string
  /** A decimal number; ids do not fit a double. */
  object?: string
  manager: string
  namespace: string
  name: string
  project?: string
  removed?: boolean
  health?: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
  settled?: "" | "Unassessed" | "Healthy" | "Suspended" | "Progressing" | "Missing" | "Degraded" | "Unknown"
  /** Every scope that may hold members is in sync. */
  complete?: boolean
  /** Why it is not complete. */
  incomplete?: string
  delivery?: "unknown" | "in-step" | "behind" | "applying" | "failed" | "stalled" | "suspended"
  members?: number
  /** Members that are expected and do not exist. */
  absent?: number
  /** Parts that it may lack and that could not be read. */
  lost?: number
  counted?: Record<string, number>
  changedMs?: number
  flapping?: boolean
  message: string
  rows: Array<Row>
}
