/**
 * The disk of PostgreSQL is full under a load of payments and vial entries. Requests are answered with 503, nothing that was acknowledged is
 * lost, and the portal serves again by itself as soon as there is space. A full disk may end PostgreSQL: its supervisor starts it again.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProcess } from '../apps/api/src/embedded-postgres/processes.ts'
import type { Drill } from './drill.ts'
import { type DrillDatabase, postmasterOf, startDatabase } from './harness/database.ts'
import type { Resources } from './harness/resources.ts'
import { mountSmallDisk, WHY_NO_DISK } from './harness/small-disk.ts'
import { notRun } from './harness/table.ts'
import { until } from './harness/until.ts'
import { runHarm } from './load/harm.ts'
import type { Load } from './load/load.ts'
import { startSite } from './load/site.ts'

const ROUNDS = 3
const DISK_BYTES = 600 * 1024 * 1024
/** How long the disk stays full after the first refusal. */
const FULL_MS = 10_000
/** PostgreSQL uses the space that its files have already, before it needs more. */
const PATIENCE_MS = 120_000
/** A supervisor such as systemd looks at once; a start on a full disk fails and is repeated. */
const SUPERVISE_MS = 100
/** More than PostgreSQL keeps in reserve. */
const MOST_LOG_FILES = 60

/** Moves the data of PostgreSQL to a small disk. Returns its folder. */
async function moveToSmallDisk(resources: Resources, database: DrillDatabase): Promise<string> {
  await database.stop()
  const folder = path.join(database.folder, 'postgres')
  renameSync(folder, `${folder}.moved`)
  const disk = mountSmallDisk(resources, DISK_BYTES)
  execFileSync('cp', ['-a', `${folder}.moved`, path.join(disk, 'postgres')])
  rmSync(`${folder}.moved`, { recursive: true })
  execFileSync('ln', ['-s', path.join(disk, 'postgres'), folder])
  await database.start()
  return disk
}

/** Starts PostgreSQL whenever it has ended. */
function supervise(resources: Resources, database: DrillDatabase) {
  const counted = { starts: 0 }
  let isStopping = false
  const hasEnded = () => {
    try {
      return findProcess(postmasterOf(database.folder)) === undefined
    } catch {
      return true
    }
  }
  const watch = async () => {
    while (!isStopping) {
      if (hasEnded()) {
        counted.starts++
        await database.start().catch(() => undefined)
      }
      await pause(SUPERVISE_MS)
    }
  }
  const watching = watch()
  resources.add(() => {
    isStopping = true
    return watching
  })
  return counted
}

/** Takes all space that is left, also what PostgreSQL gives back meanwhile. */
function fill(file: string): void {
  const filler = openSync(file, 'a')
  for (const bytes of [1024 * 1024, 4096]) {
    const chunk = Buffer.alloc(bytes)
    try {
      for (;;) writeSync(filler, chunk)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(filler)
}

/**
 * Makes PostgreSQL need another file of its write-ahead log. Without space for that it ends all its connections and recovers, or ends. By
 * itself it comes to this only after minutes.
 */
async function useUpLog({ superuser }: DrillDatabase): Promise<void> {
  for (let n = 0; n < MOST_LOG_FILES; n++) {
    const isRefused = await superuser.query('select pg_switch_wal()').then(
      () => false,
      () => true,
    )
    if (isRefused) return
    await pause(SUPERVISE_MS)
  }
  throw new Error('PostgreSQL found space for its write-ahead log on a full disk')
}

/** Failures other than 503 are reported as wrong answers. */
const countRefusals = ({ answers }: Load) => [...answers].reduce((sum, [status, n]) => (status >= '500' ? sum + n : sum), 0)

export const diskFull: Drill = {
  name: 'disk-full',
  title: "fill up PostgreSQL's disk: answers 503, loses nothing, serves again by itself when there is space",
  async run(options) {
    if (WHY_NO_DISK !== undefined) return notRun([WHY_NO_DISK])
    const { count = ROUNDS, resources } = options
    const database = await startDatabase(resources)
    const disk = await moveToSmallDisk(resources, database)
    const site = await startSite(options, database)
    const supervised = supervise(resources, database)
    const filler = path.join(disk, 'filler')
    return runHarm(options, site, {
      count,
      async harm(round, load) {
        const before = countRefusals(load)
        fill(filler)
        await until('a request is refused because the disk is full', PATIENCE_MS, () => countRefusals(load) > before)
        // The last round goes further than the others.
        if (round === count) await useUpLog(database)
        await pause(FULL_MS)
        rmSync(filler)
      },
      judge: () => ({ notes: [`PostgreSQL ended and was started ${supervised.starts} times`], failures: [] }),
    })
  },
}
