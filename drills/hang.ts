/**
 * PostgreSQL hangs: all its processes are suspended for 45 s, under a load of payments and vial entries. Every request is answered within
 * 15 s, and the portal serves again as soon as PostgreSQL goes on.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { signalPostgres } from '../apps/api/src/testing/signal-postgres.ts'
import type { Drill, DrillOptions } from './drill.ts'
import { type DrillDatabase, postmasterOf } from './harness/database.ts'
import { runHarm } from './load/harm.ts'
import { startProductionSite } from './load/site.ts'

const HANG_MS = 45_000
const ANSWER_LIMIT_MS = 15_000
/** The checks of a load balancer need no database, or give up on it early. */
const HEALTH_LIMIT_MS = 3000
const HEALTH_EVERY_MS = 1000

/** Suspends PostgreSQL. The function that it returns resumes it. */
function suspend({ folder }: DrillDatabase, { resources }: DrillOptions): () => void {
  const postmaster = postmasterOf(folder)
  signalPostgres(postmaster, 'SIGSTOP')
  let isSuspended = true
  const resume = () => {
    if (isSuspended) signalPostgres(postmaster, 'SIGCONT')
    isSuspended = false
  }
  resources.add(resume)
  return resume
}

/** Asks /healthz and /readyz until `end`. Returns the failures. */
async function checkHealth(url: string, end: number): Promise<string[]> {
  const failures = new Set<string>()
  while (performance.now() < end) {
    for (const [check, wanted] of [['/healthz', 200] as const, ['/readyz', 503] as const]) {
      const began = performance.now()
      const answer = await fetch(url + check, { signal: AbortSignal.timeout(60_000) }).catch(() => undefined)
      await answer?.arrayBuffer()
      // A check that began before the end may be answered after it.
      if (performance.now() < end && answer?.status !== wanted)
        failures.add(`${check} answered ${answer?.status} while PostgreSQL hung`)
      if (performance.now() - began > HEALTH_LIMIT_MS) failures.add(`${check} took longer than ${HEALTH_LIMIT_MS / 1000} s`)
    }
    await pause(HEALTH_EVERY_MS)
  }
  return [...failures]
}

export const hang: Drill = {
  name: 'hang',
  title: 'suspend PostgreSQL for 45 s: every request is answered within 15 s, and all serves again at once',
  async run(options) {
    const site = await startProductionSite(options)
    const failures: string[] = []
    return runHarm(options, site, {
      count: 1,
      async harm(round, load) {
        const refused = load.answers.get('503') ?? 0
        const resume = suspend(site.database, options)
        failures.push(...(await checkHealth(site.portal.url, performance.now() + HANG_MS)))
        if ((load.answers.get('503') ?? 0) === refused) failures.push(`Round ${round}: no request was answered with 503`)
        resume()
      },
      judge({ slowestMs, answers }) {
        const slowest = `the slowest answer took ${(slowestMs / 1000).toFixed(1)} s`
        if (slowestMs > ANSWER_LIMIT_MS) failures.push(`${slowest}: the limit is ${ANSWER_LIMIT_MS / 1000} s`)
        if (answers.has('none')) failures.push(`${answers.get('none')} requests got no answer`)
        return { notes: [slowest], failures }
      },
    })
  },
}
