import type {
  Application, ApplicationRows, CelAnswer, Changes, Coverage, Diagnostic, Explanation, LintReport, LuaAnswer, Options, Position,
  Snapshot, TestReport, Verdict,
} from './types.js'

export * from './types.js'

/** An object as it came from the API server is fastest: its bytes, or their text. Other values are turned into JSON. */
export type KubernetesObject = Uint8Array | ArrayBuffer | string | object

export type Status = '' | 'Unassessed' | 'Healthy' | 'Suspended' | 'Progressing' | 'Missing' | 'Degraded' | 'Unknown'

export interface CreateOptions extends Options {
  /** The time, in Unix milliseconds; the clock when it is absent. */
  now?: number
  /** Load the time zones that expressions may name. By default they are loaded with `expressions`. */
  zones?: boolean
  /** A call that works longer in its worker fails: 10,000 by default. The time in which it waits for others is not counted. */
  timeoutMs?: number
}

/** Of single calls of a worker. */
export interface CallOptions {
  /** Ends the call, whose promise is rejected with the reason. */
  signal?: AbortSignal
  timeoutMs?: number
}

export interface TestOptions {
  argocdCM?: string
  statusesOnly?: boolean
  incomplete?: boolean
  coverage?: boolean
}

export interface Column {
  /** What cannot be read is Unknown. */
  statuses: Status[]
  /** The first 16. */
  unreadable: Array<{ row: number, diagnostics: Diagnostic[] }>
}

/** A call that failed. */
export class VitalsError extends Error {
  /** A vitals_status; -2: it is not one object; -8: it took too long. */
  status: number
  diagnostics: Diagnostic[]
}

/** Everything that an engine does. `files` are texts by their paths, such as group/Kind/health.lua. */
export interface Methods {
  /** Replace the rules; returns the warnings. */
  configure(options?: CreateOptions): Diagnostic[]
  assess(object: KubernetesObject): Verdict
  /** Status and message alone: the fast path. */
  health(object: KubernetesObject): { status: Status, message: string }
  many(objects: KubernetesObject[]): Column
  /** Partial aggregates by application, a line of JSON each; the first line is about objects that could not be read. */
  partials(objects: KubernetesObject[]): string
  explain(object: KubernetesObject): Explanation
  cel(expression: string, variables?: object): CelAnswer
  lua(script: string, object: object, options?: { openLibs?: boolean }): LuaAnswer
  lint(files: Record<string, string>): LintReport
  test(files: Record<string, string>, options?: TestOptions): TestReport

  application(options?: { aggregate?: string, uid?: string, namespace?: string, name?: string }): string
  applicationFree(id: string): void
  applicationPut(id: string, key: string | null, resource: { desired?: KubernetesObject, live?: KubernetesObject, membership?: number }): void
  applicationRemove(id: string, key: string): void
  /** Say what the application lacks beside what was put: docs/coverage.md. */
  applicationCover(id: string, coverage: { parts: (Partial<Coverage['parts'][number]> & Pick<Coverage['parts'][number], 'state'>)[] }): void
  applicationHealth(id: string): Application
  applicationMerge(id: string, other: string): void
  /** Its resources as text, for another process. */
  applicationPartial(id: string): string
  applicationMergePartial(id: string, partial: string): void

  liveOpen(options?: { keep?: 'needed' | 'all', settling?: object, epoch?: number, limits?: Record<string, number> }): void
  liveClose(): void
  liveSource(options?: { name?: string, aggregate?: string, tracking?: string, byNamespace?: boolean }): string
  liveSourceRemove(source: string): void
  liveUse(source: string): void
  liveScope(source: string, key?: { group?: string, kind?: string, namespace?: string }): string
  liveScopeRemove(scope: string): void
  liveBegin(scope: string): void
  liveSynced(scope: string): void
  liveLost(scope: string, state: number, reason?: string): void
  livePut(scope: string, object: KubernetesObject): void
  liveRemove(scope: string, object: { uid?: string, group?: string, kind?: string, namespace?: string, name?: string }): void
  /** Assess what is due, at most `budget` rows; false: more is due. */
  liveRun(budget?: number, nowMs?: number): boolean
  liveNextMs(): number | null
  liveView(filter?: { sources?: string[], namespaces?: string[], projects?: string[], applications?: string[] }): string
  liveViewFree(view: string): void
  liveSnapshot(view: string, after?: string | number, mostRows?: number): Snapshot
  liveChanges(view: string, after: Position, most?: number): Changes
  liveApplication(view: string, application: string, most?: number): ApplicationRows
  liveObject(view: string, row: string): object
}

/** An engine in the thread of the caller. */
export interface Engine extends Methods {
  warnings: Diagnostic[]
}
export function createEngine(options?: CreateOptions): Promise<Engine>

type Promised = { [Name in keyof Methods]: (...given: Parameters<Methods[Name]>) => Promise<ReturnType<Methods[Name]>> }

/**
 * An engine in a worker. A call that takes too long, is aborted or breaks the engine ends the worker and fails; another worker
 * takes the other calls. Applications and the live of the old one are lost: what uses them fails with a diagnostic of rule "lost".
 */
export interface Vitals extends Promised {
  warnings: Diagnostic[]
  /** The same methods, for calls with a signal or a timeout of their own. */
  with(options: CallOptions): Promised
  close(): void
}
export const Vitals: { create(options?: CreateOptions): Promise<Vitals> }
