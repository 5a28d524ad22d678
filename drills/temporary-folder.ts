/**
 * The disk of the portal's temporary folder is full. An upload is answered with 500 and the number of its incident, which the log has, and
 * leaves no file behind. Everything else is served meanwhile, and uploads succeed as soon as there is space.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import type { Drill, DrillResult } from './drill.ts'
import { createBusiness } from './harness/business.ts'
import { PortalClient } from './harness/client.ts'
import { startDatabase } from './harness/database.ts'
import { startPortal } from './harness/portal.ts'
import { growDisk, mountSmallDisk, WHY_NO_DISK } from './harness/small-disk.ts'
import { until } from './harness/until.ts'

const UPLOADS = 20
const DISK_BYTES = 64 * 1024
const GROWN_BYTES = 64 * 1024 * 1024
const PATIENCE_MS = 30_000
/** Pixels of each side: random ones, of which a picture needs a byte each. */
const SIDE = 600

/** A grey picture with random pixels, so that it cannot be compressed. */
function noisyPicture(): Blob {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIDE, 0)
  head.writeUInt32BE(SIDE, 4)
  head[8] = 8
  // Each row begins with the number of its filter.
  const rows = Array.from({ length: SIDE }, () => Buffer.concat([Buffer.alloc(1), randomBytes(SIDE)]))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const parts = [signature, chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))]
  return new Blob([Buffer.concat(parts)], { type: 'image/png' })
}

function upload(admin: PortalClient) {
  const form = new FormData()
  form.set('file', noisyPicture(), 'noise.png')
  return admin.call('POST', '/api/v1/assets/process-file/', form)
}

const notRun: DrillResult = { count: 0, lost: 0, doubled: 0, notes: [], notRun: [`${WHY_NO_DISK}`], failures: [] }

export const temporaryFolder: Drill = {
  name: 'temporary-folder',
  title: "fill up the disk of the portal's temporary folder: uploads fail with an incident, the rest serves",
  async run({ count = UPLOADS, resources, say }) {
    if (WHY_NO_DISK !== undefined) return notRun
    const database = await startDatabase(resources)
    const business = await createBusiness(database)
    const disk = mountSmallDisk(resources, DISK_BYTES)
    const portal = await startPortal(resources, database, { TMPDIR: disk })
    const admin = await PortalClient.logIn(portal.url, business, business.admin.email)
    const failures: string[] = []
    for (let n = 1; n <= count; n++) {
      const [{ status, body }, list] = await Promise.all([upload(admin), admin.call('GET', '/api/v1/users/all/')])
      if (status !== 500 || body.incident === undefined)
        failures.push(`Upload ${n} was answered with ${status} ${JSON.stringify(body)}`)
      else if (
        !(await until('the log has the incident', PATIENCE_MS, () => portal.output().includes(body.incident)).catch(() => false))
      )
        failures.push(`The log does not have the incident of upload ${n}`)
      if (list.status !== 200) failures.push(`A list was answered with ${list.status} meanwhile`)
    }
    const left = readdirSync(disk)
    if (left.length > 0) failures.push(`${left.length} files of failed uploads were left behind`)
    say(`${count} uploads did not fit`)
    growDisk(disk, GROWN_BYTES)
    const { status } = await upload(admin)
    if (status !== 200) failures.push(`With space again, an upload was answered with ${status}`)
    const exitCode = await portal.stop('SIGTERM')
    if (exitCode !== 0) failures.push(`The portal ended with ${exitCode}`)
    return { count, lost: 0, doubled: 0, notes: [], failures: [...new Set(failures)].slice(0, 10) }
  },
}
