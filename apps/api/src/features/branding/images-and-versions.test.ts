import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepFiles } from '#api/platform/files/stored-files.ts'
import { createUser } from '#api/testing/factories.ts'
import { pictureOfSize } from '#api/testing/picture-of-size.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { jpeg, openSettings, png } from './branding.fixture.ts'
import { changeSettings } from './change-settings.commands.ts'

let portal: TestPortal
let at: Awaited<ReturnType<typeof openSettings>>
beforeAll(async () => {
  portal = await startTestPortal()
  at = await openSettings(portal)
})
afterAll(() => portal.close())

describe('the images of the form', () => {
  beforeEach(async () => {
    await at.send({ remove_login_image: 'yes' })
  })
  const fetchImage = async (path: string, domain = 'acme') => portal.clientFor(domain).get(path)

  test('are taken in one form, drawn again and shown to everyone of the domain', async () => {
    const logo = { bytes: await png(1600, 800), name: 'logo.png' }
    const favicon = { bytes: await jpeg(300, 300), name: 'icon.ico', type: 'image/x-icon' }
    const login_image = { bytes: await jpeg(3000, 2000), name: 'login.jpg', type: 'image/jpeg' }
    const answer = await at.send({ description: 'With images', logo, favicon, login_image })
    expect([answer.statusCode, answer.json().description]).toEqual([200, 'With images'])
    const shown = await at.config()
    const images = await Promise.all([shown.logo, shown.favicon, shown.brand.login_image].map((path) => fetchImage(path)))
    const drawn = await Promise.all(images.map(({ rawPayload }) => sharp(rawPayload).metadata()))
    expect(drawn.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['png', 800, 400],
      ['png', 256, 256],
      ['webp', 2400, 1600],
    ])
    expect(images.map(({ headers }) => headers['content-type'])).toEqual(['image/png', 'image/png', 'image/webp'])
    expect((await fetchImage(shown.logo, 'globex')).statusCode).toBe(404)
  })

  test('are removed only on request', async () => {
    await at.send({ login_image: { bytes: await png() } })
    await at.send({ remove_login_image: '', description: 'The picture stays' })
    expect((await at.config()).brand.login_image).toMatch(/^\/media\/brand\//)
    await at.send({ remove_login_image: 'yes' })
    expect((await at.config()).brand.login_image).toBeNull()
  })

  const hostile: [string, () => Promise<Buffer | string>, RegExp][] = [
    [
      'a drawing with a script',
      async () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      /PNG, JPEG or WebP/,
    ],
    ['a page named like an image', async () => '<!doctype html><script>alert(1)</script>', /PNG, JPEG or WebP/],
    ['a drawing that begins like a PNG', async () => '\x89PNG\r\n\x1a\n<svg onload="alert(1)"/>', /damaged/],
    ['an empty file', async () => '', /PNG, JPEG or WebP/],
    ['a bomb of pixels', () => pictureOfSize(8000, 8000), /too many pixels/],
  ]
  test.each(hostile)('are refused as %s, with nothing changed', async (_, make, sentence) => {
    const [was, stored] = [await at.settings(), await at.countStoredFiles()]
    const made = await make()
    const favicon = { bytes: typeof made === 'string' ? Buffer.from(made, 'latin1') : made }
    const answer = await at.send({ description: 'must not be saved', favicon })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['favicon']])
    expect(answer.json().errors.favicon[0]).toMatch(sentence)
    expect([await at.settings(), await at.countStoredFiles()]).toEqual([was, stored])
  })

  test('lose what is hidden behind the picture', async () => {
    const bytes = Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>')])
    const { logo } = (await at.send({ logo: { bytes } })).json()
    expect((await fetchImage(logo)).rawPayload.includes('script')).toBe(false)
  })

  test('are limited in size and number', async () => {
    const large = { bytes: Buffer.alloc(5 * 1024 * 1024 + 1) }
    expect((await at.send({ logo: large })).statusCode).toBe(413)
    const one = { bytes: await png() }
    expect((await at.send({ logo: one, favicon: one, login_image: one, fourth: one })).statusCode).toBe(400)
  })
})

describe('the versions', () => {
  const newest = async () => (await at.versions()).results[0]
  const restoreAt = (loaded_at: string, id: number, client = at.admin) =>
    client.post(`/domain/config-versions/${id}/restore/`, { loaded_at })
  const restore = async (id: number, client = at.admin) => restoreAt((await at.settings()).updated_at, id, client)

  test('say who changed what, newest first', async () => {
    await at.send({ name: 'Version One', two_step_memberships: '8,9', login_color: '' })
    await at.send({ name: 'Version Two' })
    const { results } = await at.versions()
    expect(results[0]).toMatchObject({
      changed_by: 'Ada Admin',
      changes: [{ field: 'name', before: 'Version One', after: 'Version Two' }],
    })
    expect(results[1].changes).toContainEqual({
      field: 'two_step_memberships',
      before: '',
      after: 'Sales Distributor, HC Staff',
    })
    const paged = (await at.admin.get('/domain/config-versions/?limit=1&offset=1')).json()
    expect(paged.results).toEqual([results[1]])
  })

  test('bring back all settings before a change, with its images, and can be undone again', async () => {
    await at.send({ name: 'Before', logo: { bytes: await png(60, 30, '#aa0000') } })
    const was = await at.settings()
    await at.send({ name: 'After', radius: 'xs', logo: { bytes: await png(60, 30, '#00aa00') } })
    const changed = await at.settings()
    const { id } = await newest()
    await portal.owner.query(`update stored_files set unused_since = unused_since - interval '25 hours'`)
    await sweepFiles.run(portal.owner, portal.ports)
    const answer = await restore(id)
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'Domain information has been updated.'])
    const without = ({ updated_at: _, ...rest }: Record<string, unknown>) => rest
    expect(without(await at.settings())).toEqual(without(was))
    expect((await portal.guest.get(was.logo)).statusCode).toBe(200)
    expect((await at.audits()).at(-1).after).toMatchObject({ name: 'Before' })
    await restore((await newest()).id)
    expect(without(await at.settings())).toEqual(without(changed))
  })

  test('bring back an image that was set with SQL, which the store does not know', async () => {
    const seeded = `${portal.domainId}/brand/0123456789abcdef.svg`
    await portal.owner.query('update domains set logo = $1 where id = $2', [seeded, portal.domainId])
    await at.send({ logo: { bytes: await png() } })
    expect((await restore((await newest()).id)).json().logo).toBe('/media/brand/0123456789abcdef.svg')
  })

  test('are refused when the settings have changed since they were seen', async () => {
    await at.send({ name: 'Wanted' })
    const [{ id }, { updated_at }] = [await newest(), await at.settings()]
    await at.send({ phone: '+1 555 0111' })
    const late = await restoreAt(updated_at, id)
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict'])
    expect(await at.settings()).toMatchObject({ domain: { name: 'Wanted' }, contact: { phone: '+1 555 0111' } })
    const blind = await at.admin.post(`/domain/config-versions/${id}/restore/`, {})
    expect([blind.statusCode, Object.keys(blind.json().errors)]).toEqual([422, ['loaded_at']])
  })

  test('leave two-step sign-in and the log-out times as they are', async () => {
    await at.send({ two_step_memberships: '', session_hours: '12', idle_minutes: '60', email_sender: 'old@acme.example' })
    const stricter = { two_step_memberships: '8,9', session_hours: '8', idle_minutes: '15' }
    await at.send({ ...stricter, name: 'Stricter', email_sender: 'new@acme.example' })
    const { id, changes } = await newest()
    expect(changes).toContainEqual({ field: 'idle_minutes', before: '60', after: '15' })
    expect((await restore(id)).statusCode).toBe(200)
    const restored = await at.settings()
    expect([restored.two_step_memberships, restored.session]).toEqual([[8, 9], { idle_minutes: 15, session_hours: 8 }])
    const kept = (await newest()).changes.map(({ field }: { field: string }) => field)
    expect(kept).toEqual(['name', 'email_sender'])
  })

  test('change nothing when the settings are the same already', async () => {
    const { id } = await newest()
    await restore(id)
    const { count } = await at.versions()
    expect([(await restore(id)).statusCode, (await at.versions()).count]).toEqual([200, count])
  })

  test('name the console', async () => {
    await portal.seed((db) => changeSettings(db, { values: { phone: '+1 555 0199' } }))
    expect(await newest()).toMatchObject({ changed_by: 'Console', changes: [{ field: 'phone', after: '+1 555 0199' }] })
  })

  test('are refused to other roles and not found in another domain', async () => {
    const { id } = await newest()
    const their = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    const rep = await portal.as(await portal.seed((db) => createUser(db, 'sales_rep')))
    expect([(await rep.get('/domain/config-versions/')).statusCode, (await restore(id, rep)).statusCode]).toEqual([403, 403])
    expect((await restore(id, their)).statusCode).toBe(404)
    expect((await their.get('/domain/config-versions/')).json()).toEqual({ count: 0, results: [] })
    expect((await restore(999_999)).statusCode).toBe(404)
  })

  test('cannot be changed, and a domain is changed by its own transaction only', async () => {
    await expect(portal.owner.query('delete from domain_versions')).rejects.toMatchObject({ code: '42501' })
    expect((await portal.pool.query(`update domains set name = 'Nobody'`)).rowCount).toBe(0)
    await expect(portal.pool.query('update domains set demo = true')).rejects.toMatchObject({ code: '42501' })
  })
})
