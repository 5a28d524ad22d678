import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { MAX_LOGO_BYTES } from '@vialdesk/contract/people/accounts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app/app.ts'
import { sweepFiles } from '#api/platform/files/stored-files.ts'
import { rateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { type FormFile, multipartForm } from '#api/testing/multipart-form.ts'
import { pictureOfSize } from '#api/testing/picture-of-size.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const UPLOAD = '/api/v1/utilities/upload-hc-logo/'
const REMOVE = '/api/v1/utilities/remove-hc-logo/'
let portal: TestPortal
let ids: Record<'admin' | 'center' | 'otherCenter' | 'staff' | 'rep' | 'theirCenter' | 'theirAdmin', number>

beforeAll(async () => {
  process.env.TMPDIR = await mkdtemp(`${tmpdir()}/vialdesk-logo-test-`) // Other tests upload files at the same time.
  portal = await startTestPortal()
  ids = {
    ...(await portal.seed(async (db) => {
      const [center, staff] = [await createCenter(db), await createUser(db, 'hc_staff')]
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
      return {
        center,
        staff,
        admin: await createUser(db, 'admin'),
        otherCenter: await createCenter(db),
        rep: await createUser(db, 'sales_rep'),
      }
    })),
    ...(await portal.seedOther(async (db) => ({
      theirCenter: await createCenter(db),
      theirAdmin: await createUser(db, 'admin'),
    }))),
  }
})
afterAll(() => portal.close())
type Values = Parameters<typeof multipartForm>[0]
async function sendForm(token: string | undefined, fields: Values, domain = 'acme') {
  const { payload, type } = multipartForm(fields)
  const headers = { domain, 'content-type': type, ...(token && { authorization: `Token ${token}` }) }
  return portal.app.inject({ method: 'POST', url: UPLOAD, headers, payload })
}
const upload = async (sender: number, file: FormFile, center?: number) =>
  sendForm(await portal.tokenOf(sender), [...(center ? ([['user_id', String(center)]] as Values) : []), ['file', file]])

const blankPicture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#0b6e6e' } })
const png = () => blankPicture().png().toBuffer()
const logoOf = async (center: number) =>
  (await portal.owner.query('select hc_logo from users where id = $1', [center])).rows[0].hc_logo as string | null
const fetchLogo = (name: string, domain = 'acme') => portal.clientFor(domain).get(`/media/hc-logos/${name}`)
const countStoredFiles = async () => Number((await portal.owner.query('select count(*) as n from stored_files')).rows[0].n)
const temporaryUploads = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('vialdesk-upload-'))

describe('POST /api/v1/utilities/upload-hc-logo/', () => {
  test('limits uploads per user across sessions, without reading a refused body', async () => {
    const { pool, ports, log } = portal
    // Two uploads per account.
    const app = await buildApp({ pool, auditPool: pool, ports, limits: rateLimits(pool, 2 / 60), log, version: 'test' })
    const before = await countStoredFiles()
    const sendAs = async (sender: number) => {
      const { payload, type } = multipartForm([['file', { bytes: await png() }]])
      const headers = { domain: 'acme', 'content-type': type, authorization: `Token ${await portal.tokenOf(sender)}` }
      return (await app.inject({ method: 'POST', url: UPLOAD, headers, payload })).statusCode
    }
    const [center, other] = await portal.seed(async (db) => [await createCenter(db), await createCenter(db)] as const)
    expect([await sendAs(center), await sendAs(center), await sendAs(center)]).toEqual([200, 200, 429])
    expect([await countStoredFiles(), await temporaryUploads()]).toEqual([before + 2, []])
    expect(await sendAs(other)).toBe(200)
    await app.close()
  })

  test('lets a center set its logo, shows it to everyone and audits it', async () => {
    const answer = await upload(ids.center, { bytes: await blankPicture(1600, 800).png().toBuffer() })
    const { filename, message } = answer.json()
    expect([answer.statusCode, message, await logoOf(ids.center)]).toEqual([200, 'The logo has been saved.', filename])
    const image = await fetchLogo(filename)
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: 'png', width: 512, height: 256 })
    const { rows } = await portal.owner.query(
      `select actor_id, before, after
       from audit_log
       where domain_id = $1
         and type = 'account.logo_changed'
         and subject_id = $2`,
      [portal.domainId, ids.center],
    )
    expect(rows).toEqual([{ actor_id: ids.center, before: { hc_logo: null }, after: { hc_logo: filename } }])
    expect((await fetchLogo(filename, 'globex')).statusCode).toBe(404)
  })

  test('lets an admin and the staff of a center set its logo, also in an entered session', async () => {
    for (const sender of [ids.admin, ids.staff])
      expect((await upload(sender, { bytes: await png() }, ids.center)).json().filename).toBe(await logoOf(ids.center))
    const entered = await (await portal.as(ids.staff)).get(`/api/v1/hc-staff/auth-profile/${ids.center}/`)
    expect((await sendForm(entered.json().token, [['file', { bytes: await png() }]])).json().filename).toBe(
      await logoOf(ids.center),
    )
  })

  test.each<[string, keyof typeof ids, keyof typeof ids | undefined, number]>([
    ['a center for another center', 'center', 'otherCenter', 404],
    ['staff for a center that it does not work for', 'staff', 'otherCenter', 404],
    ["an admin for another domain's center", 'admin', 'theirCenter', 404],
    ['an admin for a user that is not a center', 'admin', 'rep', 404],
    ['a sales rep', 'rep', 'center', 403],
    ['staff without a center id', 'staff', undefined, 422],
  ])('refuses %s', async (_, sender, center, status) => {
    const before = [await logoOf(ids.center), await logoOf(ids.otherCenter), await countStoredFiles()]
    const answer = await upload(ids[sender], { bytes: await png() }, center && ids[center])
    expect(answer.statusCode).toBe(status)
    if (status === 422) expect(answer.json().errors).toEqual({ user_id: ['Choose a harvest center.'] })
    expect([await logoOf(ids.center), await logoOf(ids.otherCenter), await countStoredFiles()]).toEqual(before)
  })

  test('refuses guests and stores nothing of the body', async () => {
    expect((await sendForm(undefined, [['file', { bytes: 'x'.repeat(100_000) }]])).statusCode).toBe(401)
    expect(await temporaryUploads()).toEqual([])
  })
})

describe('an uploaded logo', () => {
  test('loses place and time metadata and is turned upright', async () => {
    const exif = { IFD0: { Copyright: 'secret-words' }, IFD3: { GPSLatitude: '59/1 54/1 0/1' } }
    const bytes = await blankPicture(40, 20).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
    expect(bytes.includes('Exif')).toBe(true)
    const { filename } = (await upload(ids.center, { bytes, name: 'a.jpg', type: 'image/jpeg' })).json()
    const image = (await fetchLogo(filename)).rawPayload
    const { exif: left, width, height } = await sharp(image).metadata()
    expect([left, width, height, image.includes('secret-words')]).toEqual([undefined, 20, 40, false])
  })

  test('is recognized by its content, not by its declared type', async () => {
    const answer = await upload(ids.center, {
      bytes: await blankPicture().webp().toBuffer(),
      name: 'notes.txt',
      type: 'text/plain',
    })
    expect(answer.statusCode).toBe(200)
  })

  test('loses bytes that are hidden behind the picture', async () => {
    const bytes = Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>PK\x03\x04')])
    const { filename } = (await upload(ids.center, { bytes })).json()
    expect((await fetchLogo(filename)).rawPayload.includes('script')).toBe(false)
  })

  const wrong: [string, () => Promise<Buffer | string>, string][] = [
    [
      'an SVG drawing',
      async () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'Choose a PNG, JPEG or WebP image.',
    ],
    ['an HTML page', async () => '<!doctype html><script>alert(1)</script>', 'Choose a PNG, JPEG or WebP image.'],
    ['a script that starts like a GIF', async () => 'GIF89a/*<script>*/=1', 'Choose a PNG, JPEG or WebP image.'],
    ['a GIF', () => blankPicture().gif().toBuffer(), 'Choose a PNG, JPEG or WebP image.'],
    ['an empty file', async () => '', 'Choose a PNG, JPEG or WebP image.'],
    ['a drawing that starts like a PNG', async () => '\x89PNG\r\n\x1a\n<svg/>', 'This image is damaged.'],
    [
      'half of a picture',
      async () => (await blankPicture(300, 300).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 2000),
      'This image is damaged.',
    ],
  ]
  test.each(wrong)('is refused as %s with the field named, and nothing is stored', async (_, make, sentence) => {
    const before = [await logoOf(ids.center), await countStoredFiles()]
    const bytes = await make()
    const answer = await upload(ids.center, { bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { file: [sentence] }])
    expect([await logoOf(ids.center), await countStoredFiles(), await temporaryUploads()]).toEqual([...before, []])
  })

  test('is not decoded when it has too many pixels', async () => {
    const bytes = await pictureOfSize(8000, 8000)
    expect(bytes.length).toBeLessThan(MAX_LOGO_BYTES)
    const answer = await upload(ids.center, { bytes })
    expect(answer.json().errors).toEqual({ file: ['This image has too many pixels. Choose a smaller one.'] })
  })

  test.each<[string, () => Promise<Values>, number]>([
    ['more than five megabytes', async () => [['file', { bytes: Buffer.alloc(MAX_LOGO_BYTES + 1) }]], 413],
    ['a much larger file', async () => [['file', { bytes: Buffer.alloc(MAX_LOGO_BYTES * 2) }]], 413],
    [
      'a field that is too long',
      async () => [
        ['user_id', '1'.repeat(50_000)],
        ['file', { bytes: await png() }],
      ],
      413,
    ],
    [
      'two files',
      async () => [
        ['file', { bytes: await png() }],
        ['more', { bytes: await png() }],
      ],
      400,
    ],
    ['no file', async () => [['user_id', '1']], 422],
    ['a text instead of the file', async () => [['file', 'not a file']], 422],
  ])('is refused as %s, and nothing is stored', async (_, fields, status) => {
    const before = [await logoOf(ids.center), await countStoredFiles()]
    const answer = await sendForm(await portal.tokenOf(ids.center), await fields())
    expect(answer.statusCode).toBe(status)
    expect([await logoOf(ids.center), await countStoredFiles(), await temporaryUploads()]).toEqual([...before, []])
  })

  test('must be a complete multipart form', async () => {
    const center = await portal.as(ids.center)
    expect((await center.post(UPLOAD, {})).statusCode).toBe(415)
    const { payload, type } = multipartForm([['file', { bytes: await png() }]])
    const headers = { domain: 'acme', authorization: `Token ${await portal.tokenOf(ids.center)}`, 'content-type': type }
    const post = (body: Buffer, contentType = type) =>
      portal.app.inject({ method: 'POST', url: UPLOAD, headers: { ...headers, 'content-type': contentType }, payload: body })
    expect((await post(payload.subarray(0, payload.length - 30))).statusCode).toBe(400)
    expect((await post(payload, 'multipart/form-data')).statusCode).toBe(400)
    expect(await temporaryUploads()).toEqual([])
  })

  test('without a length gets the reason of the refusal over a real connection', async () => {
    const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const { payload, type } = multipartForm([['file', { bytes: Buffer.alloc(MAX_LOGO_BYTES + 1_000_000) }]])
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < payload.length; at += 65_536) controller.enqueue(payload.subarray(at, at + 65_536))
        controller.close()
      },
    })
    const headers = { domain: 'acme', authorization: `Token ${await portal.tokenOf(ids.center)}`, 'content-type': type }
    const answer = await fetch(url + UPLOAD, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'too_large'])
    expect(await temporaryUploads()).toEqual([])
  })

  test('does not let other calls accept forms', async () => {
    const { payload, type } = multipartForm([['user_id', '1']])
    const headers = { domain: 'acme', authorization: `Token ${await portal.tokenOf(ids.center)}`, 'content-type': type }
    expect((await portal.app.inject({ method: 'POST', url: REMOVE, headers, payload })).statusCode).toBe(415)
  })
})

describe('POST /api/v1/utilities/remove-hc-logo/', () => {
  test('removes the logo', async () => {
    await upload(ids.center, { bytes: await png() })
    const answer = await (await portal.as(ids.center)).post(REMOVE)
    expect([answer.json(), await logoOf(ids.center)]).toEqual([{ message: 'The logo has been removed.' }, null])
    expect((await (await portal.as(ids.admin)).post(REMOVE, { user_id: ids.center })).statusCode).toBe(200)
  })

  test('refuses to remove the logo of another center', async () => {
    expect((await (await portal.as(ids.center)).post(REMOVE, { user_id: ids.otherCenter })).statusCode).toBe(404)
    expect((await (await portal.as(ids.rep)).post(REMOVE, { user_id: ids.center })).statusCode).toBe(403)
    expect((await (await portal.asOther(ids.theirAdmin)).post(REMOVE, { user_id: ids.center })).statusCode).toBe(404)
    expect((await (await portal.as(ids.admin)).post(REMOVE, { user_id: 'x' })).json().errors).toEqual({
      user_id: ['Enter a number.'],
    })
  })
})

describe('the nightly cleanup', () => {
  const ageUnusedFiles = (hours = 25) =>
    portal.owner.query(`update stored_files set unused_since = unused_since - interval '${hours} hours'`)
  test('deletes only files that were unused for a day', async () => {
    const center = await portal.seed((db) => createCenter(db))
    const first = (await upload(center, { bytes: await png() })).json().filename
    const second = (await upload(center, { bytes: await png() })).json().filename
    await ageUnusedFiles(23)
    expect(await sweepFiles.run(portal.owner, portal.ports)).toBe(0)
    await ageUnusedFiles(2)
    const third = (await upload(center, { bytes: await png() })).json().filename
    await sweepFiles.run(portal.owner, portal.ports)
    expect(await Promise.all([first, second, third].map(async (name) => (await fetchLogo(name)).statusCode))).toEqual([
      404, 200, 200,
    ])
    await ageUnusedFiles()
    expect(await sweepFiles.run(portal.owner, portal.ports)).toBe(1)
    const after = [(await fetchLogo(second)).statusCode, (await fetchLogo(third)).statusCode, await logoOf(center)]
    expect(after).toEqual([404, 200, third])
  })

  test('deletes the logo of a deleted user', async () => {
    const [admin, center] = [await portal.as(ids.admin), await portal.seed((db) => createUser(db, 'harvest_center'))]
    const name = (await upload(ids.admin, { bytes: await png() }, center)).json().filename
    await portal.owner.query('delete from users where id = $1', [center])
    await ageUnusedFiles()
    await sweepFiles.run(portal.owner, portal.ports)
    expect([(await fetchLogo(name)).statusCode, (await admin.get(`/api/v1/users/${center}/`)).statusCode]).toEqual([404, 404])
  })
})
