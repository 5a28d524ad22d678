/** Divides the database connections of a process among its pools. */

export interface ConnectionShares {
  /** For calls and jobs. */
  app: number
  /** For the audit of reads and refused calls. Two, because the rows of one domain may be locked. */
  audit: number
  report: number
  export: number
  /** For night work and the metrics. */
  worker: number
  /** For the job queue: one listens. */
  queue: number
  /** For the locks of the workers: one holds them. The other frees jobs at a stop, when the first may be stuck. */
  heartbeat: number
  /** Listens for live updates. */
  signals: number
}

/** The work of a process. */
export interface ProcessWork {
  serves: boolean
  runsJobs: boolean
  /** Short transactions use a pooler, whose connections are not counted here. */
  pooled?: boolean
}

/** The fewest with which the pool works, and the most: more would not be faster. */
type Range = readonly [least: number, most: number]

const NONE: Range = [0, 0]

const shortRangesOf = ({ serves }: ProcessWork) => ({
  app: [5, 20] as Range,
  audit: serves ? ([2, 2] as Range) : NONE,
  report: serves ? ([2, 6] as Range) : NONE,
})

const rangesOf = ({ serves, runsJobs, pooled = false }: ProcessWork): Record<keyof ConnectionShares, Range> => ({
  ...(pooled ? { app: NONE, audit: NONE, report: NONE } : shortRangesOf({ serves, runsJobs })),
  export: serves ? [2, 4] : NONE,
  worker: runsJobs ? [1, 7] : [1, 1],
  queue: runsJobs ? [2, 6] : NONE,
  heartbeat: runsJobs ? [2, 2] : NONE,
  signals: serves ? [1, 1] : NONE,
})

const sharesOf = (work: ProcessWork, shareOf: (range: Range) => number): ConnectionShares =>
  Object.fromEntries(Object.entries(rangesOf(work)).map(([name, range]) => [name, shareOf(range)])) as unknown as ConnectionShares

export const sumOfShares = (shares: ConnectionShares): number => Object.values(shares).reduce((sum, share) => sum + share, 0)

/** The fewest connections with which such a process works. */
export const leastConnections = (work: ProcessWork): number => sumOfShares(sharesOf(work, ([least]) => least))
/** All connections that such a process uses. */
export const mostConnections = (work: ProcessWork): number => sumOfShares(sharesOf(work, ([, most]) => most))

/** Each pool grows by the same part from its least to its most. Calls get the rest. */
export function shareConnections(count: number, work: ProcessWork): ConnectionShares {
  const least = leastConnections(work)
  const part = Math.min(1, Math.max(0, (count - least) / (mostConnections(work) - least)))
  const shares = sharesOf(work, ([from, to]) => Math.floor(from + part * (to - from)))
  const left = Math.max(0, count - sumOfShares(shares))
  return { ...shares, app: Math.min(rangesOf(work).app[1], shares.app + left) }
}

/** Through a pooler, a process has as many connections as are of use. */
export function pooledShares(work: ProcessWork): Partial<ConnectionShares> {
  if (!work.pooled) return {}
  const { app, audit, report } = shortRangesOf(work)
  return { app: app[1], audit: audit[1], report: report[1] }
}

/** So many processes find enough connections by default. */
const PROCESSES = 4
/** Left for migrations, the console, backups and monitoring. */
const SPARE = 5

/** The share of one of four processes. At least what it needs: then fewer processes find enough. */
export function defaultConnections(allowed: number, work: ProcessWork): number {
  const share = Math.floor((allowed - SPARE) / PROCESSES)
  return Math.min(mostConnections(work), Math.max(leastConnections(work), share))
}
