/** Judges the calls that failed: only those that a killed node had begun may fail. */
import type { EndedCall } from '../harness/client.ts'

/** The times are those of `performance.now()`: before the signal, and when the process had ended. */
export interface NodeKill {
  node: string
  before: number
  after: number
}

export const hasFailed = ({ status }: EndedCall): boolean => status === undefined || status >= 400

const wasInFlight = (call: EndedCall, { node, before, after }: NodeKill) =>
  call.node === node && call.began <= after && call.ended >= before

export interface JudgedCalls {
  /** Calls that a kill explains. */
  interrupted: number
  /** Kills that interrupted a call. */
  hits: number
  failures: string[]
}

export function judgeCalls(calls: EndedCall[], kills: NodeKill[]): JudgedCalls {
  const failed = calls.filter(hasFailed)
  const unexplained = failed.filter((call) => !kills.some((kill) => wasInFlight(call, kill)))
  const texts = unexplained.map(
    ({ name, status, node }) => `${name} answered ${status ?? 'nothing'} by ${node ?? 'no node'}, which was not killed meanwhile`,
  )
  return {
    interrupted: failed.length - unexplained.length,
    hits: kills.filter((kill) => failed.some((call) => wasInFlight(call, kill))).length,
    failures: [...new Set(texts)].slice(0, 10),
  }
}
