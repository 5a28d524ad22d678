import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { type FormValues, openSettings, png, sendForm } from './branding.fixture.ts'

let portal: TestPortal
let at: Awaited<ReturnType<typeof openSettings>>
beforeAll(async () => {
  portal = await startTestPortal()
  at = await openSettings(portal)
})
afterAll(() => portal.close())

describe('GET /domain/settings/', () => {
  test('shows an admin all settings and no secret', async () => {
    const answer = await at.admin.get('/domain/settings/')
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
    const before = (await at.config()).updated_at
    const answer = await at.send({
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
      country: 'CA',
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
    const shown = await at.config()
    expect(shown).toMatchObject({
      domain: { name: 'Acme Bank' },
      email_sender: 'hello@acme.example',
      brand: { primary_color: '#1d4ed8', radius: 'lg', login_color: '#111827', time_zone: 'America/Chicago', country: 'CA' },
      contact: {
        phone: '+1 555 0100',
        address: '1 Main Street\nBoston, MA',
        privacy_url: 'https://acme.example/privacy',
        terms_url: '',
      },
      session: { idle_minutes: 45 },
    })
    expect(shown.updated_at).not.toBe(before)
    await at.send({ two_step_memberships: '' })
  })

  test('keeps omitted fields, and changes and audits nothing for equal values', async () => {
    const was = await at.settings()
    const [count, audited] = [(await at.versions()).count, (await at.audits()).length]
    const answer = await at.send({ name: was.domain.name, login_color: was.brand.login_color, idle_minutes: '45' })
    expect([answer.statusCode, await at.settings()]).toEqual([200, was])
    expect([(await at.versions()).count, (await at.audits()).length]).toEqual([count, audited])
  })

  test('changes the rules for vials and labels, which an admin only may; going back to an old look keeps them', async () => {
    const strict = {
      testing_rule: 'required',
      min_quality_checks: '4',
      rule_overriders: 'admin',
      label_documents_rule: 'required',
    }
    const changed = (await at.send(strict)).json()
    const rules = { testing_rule: 'required', quality_rule: 'warn', min_quality_checks: 4, rule_overriders: 'admin' }
    expect(changed).toMatchObject({ release_rules: rules, label_documents_rule: 'required' })
    expect((await at.audits()).at(-1)).toMatchObject({ after: { label_documents_rule: 'required' } })
    expect(
      Object.keys(
        (await at.send({ quality_rule: 'sometimes', min_quality_checks: '0', label_documents_rule: 'yes' })).json().errors,
      ),
    ).toEqual(['quality_rule', 'min_quality_checks', 'label_documents_rule'])
    const lab = await portal.tokenOf(await portal.seed((db) => createUser(db, 'lab')))
    expect((await sendForm(portal, lab, { quality_rule: 'off' })).statusCode).toBe(403)
    const [{ id }] = (await at.versions()).results
    await at.admin.post(`/domain/config-versions/${id}/restore/`, { loaded_at: changed.updated_at })
    expect(await at.settings()).toMatchObject({ release_rules: rules, label_documents_rule: 'required' })
  })

  test('audits who changed what', async () => {
    const { session } = await at.settings()
    await at.send({ idle_minutes: String(session.idle_minutes + 1) })
    expect((await at.audits()).at(-1)).toEqual({
      actor_id: at.adminId,
      before: { idle_minutes: session.idle_minutes },
      after: { idle_minutes: session.idle_minutes + 1 },
    })
  })

  test('sets the password for the sign-up of admins, which is neither audited nor kept in a version', async () => {
    const before = await at.settings()
    const count = (await at.versions()).count
    const answer = await at.send({ admin_form_password: 'the new domain password' })
    expect(answer.json().has_admin_form_password).toBe(true)
    expect(answer.body).not.toContain('the new domain password')
    const check = `/domain/config/${portal.domainId}/validate-admin-pass/`
    expect((await portal.guest.post(check, { password: 'the new domain password' })).json()).toMatchObject({ success: true })
    expect([(await at.versions()).count, JSON.stringify(await at.audits()).includes('the new')]).toEqual([count, false])
    expect((await at.audits()).at(-1)).toMatchObject({ before: null, after: { admin_sign_up: 'new password' } })
    expect((await at.settings()).updated_at).not.toBe(before.updated_at)
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
    ['an unknown country', { country: 'XX' }, 'country', /^Choose a country\.$/],
    ['a country by its name', { country: 'Canada' }, 'country', /^Choose a country\.$/],
    ['an offset as time zone', { time_zone: '+05:00' }, 'time_zone', /^Choose a time zone\.$/],
    ['a time zone with SQL', { time_zone: "UTC'; drop" }, 'time_zone', /./],
    ['an idle limit of no minutes', { idle_minutes: '0' }, 'idle_minutes', /./],
    ['sessions of a year', { session_hours: '8760' }, 'session_hours', /./],
    ['an unknown role', { two_step_memberships: '7,12' }, 'two_step_memberships', /./],
    ['a short password', { admin_form_password: 'short' }, 'admin_form_password', /./],
    ['a common password', { admin_form_password: '12345678' }, 'admin_form_password', /very common/],
    ['a text as logo', { logo: 'not a file' }, 'logo', /^Choose an image\.$/],
  ])('refuses %s and names the field', async (_, values, field, sentence) => {
    const was = await at.settings()
    const answer = await at.send({ description: 'must not be saved', ...values })
    expect([answer.statusCode, Object.keys(answer.json().errors)[0]?.split('.')[0]]).toEqual([422, field])
    expect((Object.values(answer.json().errors)[0] as string[])[0]).toMatch(sentence)
    expect(await at.settings()).toEqual(was)
  })

  test('accepts the nearest colour that it proposed', async () => {
    const refused = (await at.send({ primary_color: '#f97316' })).json().errors.primary_color[0]
    const nearest = /#[0-9a-f]{6}/.exec(refused)?.[0] as string
    expect((await at.send({ primary_color: nearest })).statusCode).toBe(200)
  })

  test('saves the rest of a form whose colour was set before the rule', async () => {
    await portal.owner.query(`update domains set primary_color = '#ffd43b' where id = $1`, [portal.domainId])
    expect((await at.send({ primary_color: '#ffd43b', phone: '+1 555 0111' })).statusCode).toBe(200)
    await at.send({ primary_color: '#0b6e6e' })
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
    expect((await sendForm(portal, at.token, { name: 'Mine' }, { id: portal.otherDomainId })).statusCode).toBe(404)
    expect((await sendForm(portal, at.token, { name: 'Mine' }, { domain: 'globex' })).statusCode).toBe(401)
    const { rows } = await portal.owner.query('select name from domains where id = $1', [portal.otherDomainId])
    expect(rows).toEqual([{ name: 'Globex Cells' }])
  })

  test('refuses a body that is no form', async () => {
    expect((await at.admin.patch(`/domain/config/${portal.domainId}/`, { name: 'Mine' })).statusCode).toBe(415)
  })

  test('refuses a form that was loaded before another change, and stores none of its images', async () => {
    const { updated_at: loaded_at } = await at.settings()
    expect((await at.send({ phone: '+1 555 0122', loaded_at })).statusCode).toBe(200)
    const stored = await at.countStoredFiles()
    const late = await at.send({ phone: '+1 555 0133', loaded_at, logo: { bytes: await png() } })
    expect([late.statusCode, late.json().code, (await at.settings()).contact.phone]).toEqual([409, 'conflict', '+1 555 0122'])
    expect(await at.countStoredFiles()).toBe(stored)
    // A browser's own clock type has milliseconds only.
    const { updated_at } = await at.settings()
    expect((await at.send({ phone: '+1 555 0144', loaded_at: new Date(updated_at).toISOString() })).statusCode).toBe(200)
    expect((await at.send({ loaded_at: 'yesterday' })).statusCode).toBe(422)
  })

  test('saves one of two forms that are sent at once, and refuses the other', async () => {
    const { updated_at: loaded_at } = await at.settings()
    const count = (await at.versions()).count
    const answers = await Promise.all([
      at.send({ phone: '+1 555 0155', loaded_at }),
      at.send({ phone: '+1 555 0166', loaded_at }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await at.versions()).count).toBe(count + 1)
  })
})

describe('POST /domain/config/preview/', () => {
  const preview = (body: object, client = at.admin) => client.post('/domain/config/preview/', body as Record<string, unknown>)

  test('shows a mail in the given brand and saves nothing', async () => {
    const was = await at.settings()
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
    expect(await at.settings()).toEqual(was)
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
