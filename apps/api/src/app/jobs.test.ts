/** Each job has its own task name. Each nightly job runs at its time, and runs later if the portal was off at that time. */
import type { Logger } from 'pino'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { crontabOf, startWorkers, type Workers } from '#api/platform/jobs/jobs.ts'
import { createTestDatabase, queryOnce } from '#api/testing/database.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { jobs, nightly } from './jobs.ts'

const tasks = nightly.map(({ task }) => task)
/** The time of each nightly job, in minutes after midnight. */
const minutes = nightly.map(({ at }) => {
  const [minute = Number.NaN, hour = Number.NaN] = at.split(' ').map(Number)
  return hour * 60 + minute
})
const timeOf = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16)

test('gives each task its own name', () => {
  const names = [...jobs, ...nightly].map(({ task }) => task)
  expect(new Set(names).size).toBe(names.length)
})

test('the application may queue these tasks, and no other', async () => {
  const { ownerUrl, appUrl } = await createTestDatabase()
  const own = jobs.map(({ task }) => task).filter((task) => task !== 'webhooks.deliver')
  const others = ['webhooks.deliver', ...tasks, 'notices', '']
  const allowed = `select task from unnest(array[${[...own, ...others].map((task) => `'${task}'`)}]) task where may_enqueue(task)`
  expect(await queryOnce(ownerUrl, allowed)).toEqual(own.map((task) => ({ task })))
  const queue = (task: string) => `begin; set local app.domain_id = '1'; select enqueue('${task}', '{}')`
  for (const task of others) await expect(queryOnce(appUrl, queue(task))).rejects.toMatchObject({ code: '42501' })
})

test('the application sends no mail again whose task it may not queue', async () => {
  const { ownerUrl, appUrl } = await createTestDatabase()
  await queryOnce(ownerUrl, `insert into domains (identifier, name, email_sender) values ('acme', 'Acme', 'x@acme.example')`)
  const send = (task: string) => `begin; set local app.domain_id = '1';
    insert into mails (domain_id, task, payload) values (1, '${task}', '{}');
    select resend_mail(max(id)) from mails`
  await queryOnce(appUrl, send('notices.mail'))
  for (const task of ['audit.keep_heads', 'webhooks.deliver', 'payments.apply_notice', 'notices'])
    await expect(queryOnce(appUrl, send(task)), task).rejects.toMatchObject({ code: '42501' })
})

test('runs each nightly job once a day at its own minute', () => {
  const due = crontabOf(nightly).map(({ task, match }) => {
    const all = Array.from({ length: 24 * 60 }, (_, n) => n)
    return { task, at: all.filter((n) => match({ min: n % 60, hour: Math.floor(n / 60), date: 29, month: 2, dow: 4 })) }
  })
  expect(due).toEqual(nightly.map(({ task }, n) => ({ task, at: [minutes[n]] })))
  expect(new Set(minutes).size).toBe(nightly.length)
})

describe('workers', () => {
  let portal: TestPortal
  let done: string[]
  let log: Logger
  beforeEach(async () => {
    portal = await startTestPortal()
    done = []
    log = pino({ level: 'silent' })
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await portal.close()
  })

  /** Starts the real jobs. `all` resolves when each nightly job has run; `done` collects their task names. */
  async function startAll(): Promise<{ workers: Workers; all: Promise<unknown> }> {
    const each = nightly.map((job) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const run: typeof job.run = async (owner, ports) => {
        const count = await job.run(owner, ports)
        done.push(job.task)
        resolve()
        return count
      }
      return { observed: { ...job, run }, promise }
    })
    const { worker: workerPool, ports } = portal
    const workers = await startWorkers({ workerPool, ports, jobs, nightly: each.map(({ observed }) => observed), log })
    return { workers, all: Promise.all(each.map(({ promise }) => promise)) }
  }

  // The clock stops until the test changes it; timers and PostgreSQL run as usual.
  const setClock = (day: string, minute: number) => vi.setSystemTime(new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000))
  /** Sets the clock to a moment before the first nightly minute, so that the queue's own timer fires soon. */
  const setEvening = (day: string) => setClock(day, Math.min(...minutes) - 0.001)
  /** Sets the clock to a moment after the last nightly minute. */
  const setMorning = (day: string) => setClock(day, Math.max(...minutes) + 0.001)

  /** Each nightly job has run so many times, the last time for the night of `lastDay`, and no job is left. */
  async function expectDone(times: number, lastDay: string) {
    expect(done.toSorted()).toEqual(tasks.flatMap((task) => Array.from({ length: times }, () => task)).toSorted())
    const { rows } = await portal.owner.query(
      `select identifier as task, last_execution from graphile_worker._private_known_crontabs order by 1`,
    )
    const due = nightly.map(({ task }, n) => ({ task, last_execution: `${lastDay}T${timeOf(minutes[n] ?? 0)}:00Z` }))
    expect(rows).toEqual(due.toSorted((a, b) => a.task.localeCompare(b.task)))
    expect((await portal.owner.query('select task_identifier, last_error from graphile_worker.jobs')).rows).toEqual([])
  }

  test('run nightly jobs at their time, and not for nights before the first start', async () => {
    setEvening('2024-02-29')
    const { workers, all } = await startAll()
    setMorning('2024-02-29')
    await all
    await workers.stop()
    await expectDone(1, '2024-02-29')
  })

  test('run nightly jobs once after a night in which the portal was off', async () => {
    await portal.owner.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       select t, '2024-01-01T00:00:00Z', '2024-02-26T20:00:00Z' from unnest($1::text[]) t`,
      [tasks],
    )
    setEvening('2024-02-29')
    const first = await startAll()
    await first.all
    await first.workers.stop()
    await expectDone(1, '2024-02-28')
    const second = await startAll()
    setMorning('2024-02-29')
    await second.all
    await second.workers.stop()
    await expectDone(2, '2024-02-29')
  })
})
