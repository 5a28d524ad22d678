import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SYSTEM_ACTOR } from '#api/platform/audit/audit.ts'
import { sweepFiles } from '#api/platform/files/stored-files.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { type FormValues, jpeg, png, sendForm } from './branding.fixture.ts'
import { changeSettings } from './change-settings.commands.ts'

let portal: TestPortal
let admin: TestClient
let token: string
let adminId: number
let theirAdmin: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = await portal.seed((db) => createUser(db, 'admin', { first_name: 'Ada', last_name: 'Admin' }))
  token = await portal.tokenOf(adminId)
  admin = portal.clientFor('acme', token)
  theirAdmin = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const send = (values: FormValues) => sendForm(portal, token, values)
const settings = async () => (await admin.get('/domain/settings/')).json()
const config = async () => (await portal.guest.get('/domain/config/acme/')).json()
const versions = async () => (await admin.get('/domain/config-versions/')).json()
const countStoredFiles = async () => Number((await portal.owner.query('select count(*) as n from stored_files')).rows[0].n)
const audits = async () =>
  (
    await portal.owner.query(
      `select actor_id, before, after from audit_log where domain_id = $1 and type = 'domain.changed' order by id`,
      [portal.domainId],
    )
  ).rows

describe('GET /domain/settings/', () => {
  test('shows an admin all settings and no secret', async () => {
    const answer = await admin.get('/domain/settings/')
    expect(answer.json()).toMatchObject({
      domain: { id: portal.domainId, name: 'Acme Cells' },
      session: { idle_minutes: 30, session_hours: 12 },
      two_step_memberships: [],
      has_admin_form_password: false,
    })
    expect(answer.body).not.toContain('hash')
  })
})

describe('PATCH /domain/config/{id}/', () => {
  test('changes every setting of the form, and the next request of everyone sees them', async () => {
    const before = (await config()).updated_at
    const answer = await send({
      name: 'Acme Bank',
      email_sender: 'hello@acme.example',
      email_notifications: 'desk@acme.example, care@acme.example',
      description: 'Cells for\nlater',
      primary_color: '#1D4ED8',
      radius: 'lg',
      login_color: '#111827',
      phone: '+1 555 0100',
      address: '1 Main Street\nBoston, MA',
      privacy_url: 'https://acme.example/privacy',
      terms_url: '',
      time_zone: 'America/Chicago',
      idle_minutes: '45',
      session_hours: '8',
      two_step_memberships: '9,8,9',
    })
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'Domain information has been updated.'])
    expect(answer.json()).toMatchObject({
      domain: { id: portal.domainId, name: 'Acme Bank' },
      session: { idle_minutes: 45, session_hours: 8 },
      two_step_memberships: [8, 9],
    })
    const shown = await config()
    expect(shown).toMatchObject({
      domain: { name: 'Acme Bank' },
      email_sender: 'hello@acme.example',
      brand: { primary_color: '#1d4ed8', radius: 'lg', login_color: '#111827', time_zone: 'America/Chicago' },
      contact: {
        phone: '+1 555 0100',
        address: '1 Main Street\nBoston, MA',
        privacy_url: 'https://acme.example/privacy',
        terms_url: '',
      },
      session: { idle_minutes: 45 },
    })
    expect(shown.updated_at).not.toBe(before)
    await send({ two_step_memberships: '' })
  })

  test('keeps omitted fields, and changes and audits nothing for equal values', async () => {
    const was = await settings()
    const [count, audited] = [(await versions()).count, (await audits()).length]
    const answer = await send({ name: was.domain.name, login_color: was.brand.login_color, idle_minutes: '45' })
    expect([answer.statusCode, await settings()]).toEqual([200, was])
    expect([(await versions()).count, (await audits()).length]).toEqual([count, audited])
  })

  test('audits who changed what', async () => {
    const { session } = await settings()
    await send({ idle_minutes: String(session.idle_minutes + 1) })
    expect((await audits()).at(-1)).toEqual({
      actor_id: adminId,
      before: { idle_minutes: session.idle_minutes },
      after: { idle_minutes: session.idle_minutes + 1 },
    })
  })

  test('sets the password for the sign-up of admins, which is neither audited nor kept in a version', async () => {
    const before = await settings()
    const count = (await versions()).count
    const answer = await send({ admin_form_password: 'the new domain password' })
    expect(answer.json().has_admin_form_password).toBe(true)
    expect(answer.body).not.toContain('the new domain password')
    const check = `/domain/config/${portal.domainId}/validate-admin-pass/`
    expect((await portal.guest.post(check, { password: 'the new domain password' })).json()).toMatchObject({ success: true })
    expect([(await versions()).count, JSON.stringify(await audits()).includes('the new')]).toEqual([count, false])
    expect((await audits()).at(-1)).toMatchObject({ before: null, after: { admin_sign_up: 'new password' } })
    expect((await settings()).updated_at).not.toBe(before.updated_at)
  })

  test.each<[string, FormValues, string, RegExp]>([
    ['a blank title', { name: '  ' }, 'name', /./],
    ['a sender that is no address', { email_sender: 'portal' }, 'email_sender', /^Enter a valid email address\.$/],
    ['a notification address that is none', { email_notifications: 'a@b.example, nobody' }, 'email_notifications', /commas/],
    ['a colour that is none', { primary_color: 'teal' }, 'primary_color', /^Enter a colour/],
    ['a pale primary colour', { primary_color: '#ffd43b' }, 'primary_color', /nearest colour that works is #[0-9a-f]{6}\.$/],
    ['a login colour between light and dark', { login_color: '#777777' }, 'login_color', /nearest colour that works is #/],
    ['unknown corners', { radius: '9px' }, 'radius', /./],
    ['a link to a script', { privacy_url: 'javascript:alert(1)' }, 'privacy_url', /https/],
    ['a link without encryption', { terms_url: 'http://acme.example' }, 'terms_url', /https/],
    ['an unknown time zone', { time_zone: 'Mars/Base' }, 'time_zone', /^Choose a time zone\.$/],
    ['an offset as time zone', { time_zone: '+05:00' }, 'time_zone', /^Choose a time zone\.$/],
    ['a time zone with SQL', { time_zone: "UTC'; drop" }, 'time_zone', /./],
    ['an idle limit of no minutes', { idle_minutes: '0' }, 'idle_minutes', /./],
    ['sessions of a year', { session_hours: '8760' }, 'session_hours', /./],
    ['an unknown role', { two_step_memberships: '7,12' }, 'two_step_memberships', /./],
    ['a short password', { admin_form_password: 'short' }, 'admin_form_password', /./],
    ['a text as logo', { logo: 'not a file' }, 'logo', /^Choose an image\.$/],
  ])('refuses %s and names the field', async (_, values, field, sentence) => {
    const was = await settings()
    const answer = await send({ description: 'must not be saved', ...values })
    expect([answer.statusCode, Object.keys(answer.json().errors)[0]?.split('.')[0]]).toEqual([422, field])
    expect((Object.values(answer.json().errors)[0] as string[])[0]).toMatch(sentence)
    expect(await settings()).toEqual(was)
  })

  test('accepts the nearest colour that it proposed', async () => {
    const refused = (await send({ primary_color: '#f97316' })).json().errors.primary_color[0]
    const nearest = /#[0-9a-f]{6}/.exec(refused)?.[0] as string
    expect((await send({ primary_color: nearest })).statusCode).toBe(200)
  })

  test('saves the rest of a form whose colour was set before the rule', async () => {
    await portal.owner.query(`update domains set primary_color = '#ffd43b' where id = $1`, [portal.domainId])
    expect((await send({ primary_color: '#ffd43b', phone: '+1 555 0111' })).statusCode).toBe(200)
    await send({ primary_color: '#0b6e6e' })
  })

  test('refuses other roles, guests and other domains', async () => {
    const roles = [
      'lab',
      'patient',
      'sales_rep',
      'harvest_center',
      'referral_harvest_center',
      'sales_manager',
      'sales_distributor',
      'hc_staff',
    ] as const
    for (const role of roles) {
      const id = await portal.seed((db) => createUser(db, role))
      expect([role, (await sendForm(portal, await portal.tokenOf(id), { name: 'Mine' })).statusCode]).toEqual([role, 403])
    }
    expect((await sendForm(portal, undefined, { name: 'Mine' })).statusCode).toBe(401)
    expect((await sendForm(portal, token, { name: 'Mine' }, { id: portal.otherDomainId })).statusCode).toBe(404)
    expect((await sendForm(portal, token, { name: 'Mine' }, { domain: 'globex' })).statusCode).toBe(401)
    const { rows } = await portal.owner.query('select name from domains where id = $1', [portal.otherDomainId])
    expect(rows).toEqual([{ name: 'Globex Cells' }])
  })

  test('refuses a body that is no form', async () => {
    expect((await admin.patch(`/domain/config/${portal.domainId}/`, { name: 'Mine' })).statusCode).toBe(415)
  })

  test('refuses a form that was loaded before another change, and stores none of its images', async () => {
    const { updated_at: loaded_at } = await settings()
    expect((await send({ phone: '+1 555 0122', loaded_at })).statusCode).toBe(200)
    const stored = await countStoredFiles()
    const late = await send({ phone: '+1 555 0133', loaded_at, logo: { bytes: await png() } })
    expect([late.statusCode, late.json().code, (await settings()).contact.phone]).toEqual([409, 'conflict', '+1 555 0122'])
    expect(await countStoredFiles()).toBe(stored)
    // A browser's own clock type has milliseconds only.
    const { updated_at } = await settings()
    expect((await send({ phone: '+1 555 0144', loaded_at: new Date(updated_at).toISOString() })).statusCode).toBe(200)
    expect((await send({ loaded_at: 'yesterday' })).statusCode).toBe(422)
  })

  test('saves one of two forms that are sent at once, and refuses the other', async () => {
    const { updated_at: loaded_at } = await settings()
    const count = (await versions()).count
    const answers = await Promise.all([send({ phone: '+1 555 0155', loaded_at }), send({ phone: '+1 555 0166', loaded_at })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await versions()).count).toBe(count + 1)
  })
})

describe('the images of the form', () => {
  beforeEach(async () => {
    await send({ remove_login_image: 'yes' })
  })
  const fetchImage = async (path: string, domain = 'acme') => portal.clientFor(domain).get(path)

  test('are taken in one form, drawn again and shown to everyone of the domain', async () => {
    const logo = { bytes: await png(1600, 800), name: 'logo.png' }
    const favicon = { bytes: await jpeg(300, 300), name: 'icon.ico', type: 'image/x-icon' }
    const login_image = { bytes: await jpeg(3000, 2000), name: 'login.jpg', type: 'image/jpeg' }
    const answer = await send({ description: 'With images', logo, favicon, login_image })
    expect([answer.statusCode, answer.json().description]).toEqual([200, 'With images'])
    const shown = await config()
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
    await send({ login_image: { bytes: await png() } })
    await send({ remove_login_image: '', description: 'The picture stays' })
    expect((await config()).brand.login_image).toMatch(/^\/media\/brand\//)
    await send({ remove_login_image: 'yes' })
    expect((await config()).brand.login_image).toBeNull()
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
    [
      'a bomb of pixels',
      () =>
        sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#000000' }, limitInputPixels: false })
          .png()
          .toBuffer(),
      /too many pixels/,
    ],
  ]
  test.each(hostile)('are refused as %s, with nothing changed', async (_, make, sentence) => {
    const [was, stored] = [await settings(), await countStoredFiles()]
    const made = await make()
    const favicon = { bytes: typeof made === 'string' ? Buffer.from(made, 'latin1') : made }
    const answer = await send({ description: 'must not be saved', favicon })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['favicon']])
    expect(answer.json().errors.favicon[0]).toMatch(sentence)
    expect([await settings(), await countStoredFiles()]).toEqual([was, stored])
  })

  test('lose what is hidden behind the picture', async () => {
    const bytes = Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>')])
    const { logo } = (await send({ logo: { bytes } })).json()
    expect((await fetchImage(logo)).rawPayload.includes('script')).toBe(false)
  })

  test('are limited in size and number', async () => {
    const large = { bytes: Buffer.alloc(5 * 1024 * 1024 + 1) }
    expect((await send({ logo: large })).statusCode).toBe(413)
    const one = { bytes: await png() }
    expect((await send({ logo: one, favicon: one, login_image: one, fourth: one })).statusCode).toBe(400)
  })
})

describe('the versions', () => {
  const newest = async () => (await versions()).results[0]
  const restore = (id: number, client = admin) => client.post(`/domain/config-versions/${id}/restore/`)

  test('say who changed what, newest first', async () => {
    await send({ name: 'Version One', two_step_memberships: '8,9', login_color: '' })
    await send({ name: 'Version Two' })
    const { results } = await versions()
    expect(results[0]).toMatchObject({
      changed_by: 'Ada Admin',
      changes: [{ field: 'name', before: 'Version One', after: 'Version Two' }],
    })
    expect(results[1].changes).toContainEqual({
      field: 'two_step_memberships',
      before: '',
      after: 'Sales Distributor, HC Staff',
    })
    const paged = (await admin.get('/domain/config-versions/?limit=1&offset=1')).json()
    expect(paged.results).toEqual([results[1]])
  })

  test('bring back all settings before a change, with its images, and can be undone again', async () => {
    await send({ name: 'Before', logo: { bytes: await png(60, 30, '#aa0000') } })
    const was = await settings()
    await send({ name: 'After', radius: 'xs', logo: { bytes: await png(60, 30, '#00aa00') } })
    const changed = await settings()
    const { id } = await newest()
    await portal.owner.query(`update stored_files set unused_since = unused_since - interval '25 hours'`)
    await sweepFiles.run(portal.owner, portal.ports)
    const answer = await restore(id)
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'Domain information has been updated.'])
    const without = ({ updated_at: _, ...rest }: Record<string, unknown>) => rest
    expect(without(await settings())).toEqual(without(was))
    expect((await portal.guest.get(was.logo)).statusCode).toBe(200)
    expect((await audits()).at(-1).after).toMatchObject({ name: 'Before' })
    await restore((await newest()).id)
    expect(without(await settings())).toEqual(without(changed))
  })

  test('bring back an image that was set with SQL, which the store does not know', async () => {
    const seeded = `${portal.domainId}/brand/0123456789abcdef.svg`
    await portal.owner.query('update domains set logo = $1 where id = $2', [seeded, portal.domainId])
    await send({ logo: { bytes: await png() } })
    expect((await restore((await newest()).id)).json().logo).toBe('/media/brand/0123456789abcdef.svg')
  })

  test('change nothing when the settings are the same already', async () => {
    const { id } = await newest()
    await restore(id)
    const { count } = await versions()
    expect([(await restore(id)).statusCode, (await versions()).count]).toEqual([200, count])
  })

  test('name the console', async () => {
    await portal.seed((db) => changeSettings(db, SYSTEM_ACTOR, { values: { phone: '+1 555 0199' } }))
    expect(await newest()).toMatchObject({ changed_by: 'Console', changes: [{ field: 'phone', after: '+1 555 0199' }] })
  })

  test('are refused to other roles and not found in another domain', async () => {
    const { id } = await newest()
    const rep = await portal.as(await portal.seed((db) => createUser(db, 'sales_rep')))
    expect([(await rep.get('/domain/config-versions/')).statusCode, (await restore(id, rep)).statusCode]).toEqual([403, 403])
    expect((await restore(id, theirAdmin)).statusCode).toBe(404)
    expect((await theirAdmin.get('/domain/config-versions/')).json()).toEqual({ count: 0, results: [] })
    expect((await restore(999_999)).statusCode).toBe(404)
  })

  test('cannot be changed, and a domain is changed by its own transaction only', async () => {
    await expect(portal.owner.query('delete from domain_versions')).rejects.toMatchObject({ code: '42501' })
    expect((await portal.pool.query(`update domains set name = 'Nobody'`)).rowCount).toBe(0)
    await expect(portal.pool.query('update domains set demo = true')).rejects.toMatchObject({ code: '42501' })
  })
})

describe('POST /domain/config/preview/', () => {
  const preview = (body: object, client = admin) => client.post('/domain/config/preview/', body as Record<string, unknown>)

  test('shows a mail in the given brand and saves nothing', async () => {
    const was = await settings()
    const answer = await preview({
      name: 'Preview <Cells>',
      primary_color: '#7c3aed',
      radius: 'xs',
      phone: '+1 555 0177',
      privacy_url: 'https://acme.example/p?a=1&b=2',
    })
    expect(answer.json().refused_colors).toEqual([])
    for (const part of [
      'Preview &lt;Cells&gt;',
      '#7c3aed',
      'border-radius:2px',
      '+1 555 0177',
      'https://acme.example/p?a=1&amp;b=2',
    ])
      expect(answer.json().mail_html).toContain(part)
    expect(await settings()).toEqual(was)
  })

  test('names the colours that would be refused, with the nearest ones', async () => {
    const { refused_colors } = (await preview({ primary_color: '#ffd43b', login_color: '#777777' })).json()
    expect(refused_colors).toMatchObject([
      { field: 'primary_color', color: '#ffd43b', nearest: expect.stringMatching(/^#[0-9a-f]{6}$/) },
      { field: 'login_color', color: '#777777', nearest: '#767676' },
    ])
  })

  test('refuses other roles and bad input', async () => {
    const rep = await portal.as(await portal.seed((db) => createUser(db, 'sales_rep')))
    expect((await preview({}, rep)).statusCode).toBe(403)
    expect(Object.keys((await preview({ primary_color: 'red' })).json().errors)).toEqual(['primary_color'])
  })
})
