/** Assets of admins, and the resources that the users of their memberships see. */
import { membershipIds, type WorkingRole, workingRoles } from '@vialdesk/contract/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlSigner } from '#api/platform/crypto/signed-urls.ts'
import { sweepFiles } from '#api/platform/files/stored-files.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { addAsset, assetForm, guidePdf, sendFile, uploadPdf, wordFile } from './resources.fixture.ts'

const LIST = '/api/v1/assets/'
const ofMembership = (role: WorkingRole) => `${LIST}subscription/${membershipIds[role]}/`

let portal: TestPortal
let admin: TestClient
let adminToken: string
let theirAdmin: TestClient
let theirToken: string
const users = {} as Record<WorkingRole, number>

beforeAll(async () => {
  portal = await startTestPortal()
  for (const role of workingRoles) users[role] = await portal.seed((db) => createUser(db, role))
  adminToken = await portal.tokenOf(users.admin)
  admin = portal.clientFor('acme', adminToken)
  theirToken = await portal.tokenOf(await portal.seedOther((db) => createUser(db, 'admin')), true)
  theirAdmin = portal.clientFor('globex', theirToken)
})
afterAll(() => portal.close())

const eventsOf = async (subject: number) =>
  (
    await portal.owner.query(
      `select type, before, after from audit_log where subject_id = $1 and type like 'resource.%' order by id`,
      [subject],
    )
  ).rows
const viewsOf = async (id: number) =>
  (await admin.get(`${LIST}${id}/`)).json().assets.map(({ views }: { views: number }) => views)
const openFile = (client: TestClient, id: number) => client.post(`${LIST}files/${id}/open/`)

describe('an admin', () => {
  test('adds an asset with links and files, and reads it in the list and by its id', async () => {
    const file = await uploadPdf(portal, adminToken)
    const links = [{ type: 1, path: 'http://kit.example' }]
    const given = assetForm({
      membership_ids: '9,4,4',
      sections: [{ url: '/lab/{id?}' }, { url: '/dashboard' }, { url: '/dashboard' }],
      assets: [{ type: 2, name: 'Guide', path: file }, ...links],
    })
    const answer = await admin.post(LIST, given)
    expect(answer.statusCode).toBe(201)
    const { message, ...asset } = answer.json()
    expect(message).toBe('Asset has been added!')
    const anyId = { id: expect.any(Number) }
    expect(asset).toEqual({
      ...anyId,
      ...{ asset_name: 'Welcome kit', description: 'How to begin.', membership_ids: '4,9', domain: portal.domainId },
      sections: [
        { ...anyId, url: '/lab/{id?}' },
        { ...anyId, url: '/dashboard' },
      ],
      assets: [
        { ...anyId, type: 2, name: 'Guide', path: file, size: guidePdf().length, media_type: 'application/pdf', views: 0 },
        { ...anyId, type: 1, name: '', path: 'http://kit.example', size: null, media_type: null, views: 0 },
      ],
    })
    expect((await admin.get(`${LIST}${asset.id}/`)).json()).toEqual(asset)
    expect((await admin.get(LIST)).json().results[0]).toEqual(asset)
    expect(await eventsOf(asset.id)).toEqual([
      { type: 'resource.added', before: null, after: expect.objectContaining({ membership_ids: '4,9' }) },
    ])
  })

  test('finds assets by text, links, sections and id', async () => {
    const asset = await addAsset(admin, {
      asset_name: 'Quokka brochure',
      sections: [{ url: '/quokka-page' }],
      assets: [{ type: 1, name: 'Numbat film', path: 'https://bilby.example/' }],
    })
    for (const text of ['QUOKKA BRO', 'numbat', 'bilby.example', '/quokka-page', String(asset.id)]) {
      const { results } = (await admin.get(`${LIST}?search=${encodeURIComponent(text)}`)).json()
      expect(results.map(({ id }: { id: number }) => id)).toContain(asset.id)
    }
    expect((await admin.get(`${LIST}?search=no-such-words`)).json()).toEqual({ count: 0, results: [] })
  })

  test('changes, orders, adds and removes attachments in one edit', async () => {
    const [first, second] = [await uploadPdf(portal, adminToken), await uploadPdf(portal, adminToken)]
    const made = await addAsset(admin, {
      assets: [
        { type: 1, name: 'A', path: 'https://a.example' },
        { type: 2, name: 'B', path: first },
        { type: 1, name: 'C', path: 'https://c.example' },
      ],
    })
    const [a, b, c] = made.assets
    const answer = await admin.patch(`${LIST}${made.id}/`, {
      asset_name: 'Renamed',
      assets: [
        { id: c.id, type: 1, name: 'C', path: 'https://c.example' },
        { type: 1, name: 'New', path: 'https://new.example' },
        { id: b.id, type: 2, name: 'B2', path: second },
      ],
      assets_remove: [a.id],
    })
    expect(answer.json()).toMatchObject({
      message: 'Asset has been updated!',
      asset_name: 'Renamed',
      description: made.description,
      membership_ids: '4',
      sections: made.sections,
      assets: [{ id: c.id }, { name: 'New' }, { id: b.id, name: 'B2', path: second }],
    })
    const [, event] = await eventsOf(made.id)
    expect(event).toMatchObject({
      type: 'resource.changed',
      before: { asset_name: 'Welcome kit' },
      after: { asset_name: 'Renamed' },
    })
    expect(Object.keys(event.after).sort()).toEqual(['asset_name', 'assets'])
    // The replaced file is deleted at night, and the new one stays.
    await portal.owner.query(`update stored_files set unused_since = unused_since - interval '25 hours'`)
    await sweepFiles.run(portal.owner, portal.ports)
    expect((await admin.get(`/media/assets/${second}`)).statusCode).toBe(200)
    expect((await portal.owner.query('select from asset_files where name = $1', [first])).rowCount).toBe(0)
  })

  test('keeps attachments that an edit does not name, and the audit has no entry without a change', async () => {
    const made = await addAsset(admin)
    const answer = await admin.patch(`${LIST}${made.id}/`, { assets: [{ type: 1, path: 'https://first.example' }] })
    expect(answer.json().assets).toMatchObject([{ path: 'https://first.example' }, { id: made.assets[0].id }])
    await admin.patch(`${LIST}${made.id}/`, { asset_name: made.asset_name })
    expect((await eventsOf(made.id)).length).toBe(2)
  })

  test('removes an asset; its file is deleted at night', async () => {
    const file = await uploadPdf(portal, adminToken)
    const made = await addAsset(admin, { assets: [{ type: 2, name: 'Guide', path: file }] })
    const removed = await admin.delete(`${LIST}${made.id}/`)
    expect([removed.statusCode, removed.body]).toEqual([204, ''])
    expect((await admin.delete(`${LIST}${made.id}/`)).statusCode).toBe(404)
    expect((await admin.get(`/media/assets/${file}`)).statusCode).toBe(404)
    expect((await eventsOf(made.id)).map(({ type }) => type)).toEqual(['resource.added', 'resource.removed'])
    await portal.owner.query(`update stored_files set unused_since = unused_since - interval '25 hours'`)
    await sweepFiles.run(portal.owner, portal.ports)
    expect(await portal.ports.files.exists(`${portal.domainId}/assets/${file}`)).toBe(false)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { asset_name: ' ' }, 'asset_name'],
    ['no description', { description: '' }, 'description'],
    ['admins as a membership', { membership_ids: [7] }, 'membership_ids.0'],
    ['observers as a membership', { membership_ids: '11' }, 'membership_ids.0'],
    ['a section that is no path', { sections: [{ url: 'dashboard' }] }, 'sections.0.url'],
    ['a section with a query', { sections: [{ url: '/dashboard?tab=1' }] }, 'sections.0.url'],
    ['a link without a path', { assets: [{ type: 1, path: '' }] }, 'assets.0.path'],
    ['a link that runs a script', { assets: [{ type: 1, path: 'javascript:alert(1)' }] }, 'assets.0.path'],
    ['a link with data', { assets: [{ type: 1, path: 'data:text/html,x' }] }, 'assets.0.path'],
    ['a file without a name', { assets: [{ type: 2, name: '', path: 'x.pdf' }] }, 'assets.0.name'],
    ['a file that was never uploaded', { assets: [{ type: 2, name: 'x', path: `${'a'.repeat(40)}.pdf` }] }, 'assets.0.path'],
    ['the file of another domain', { assets: [{ type: 2, name: 'x', path: 'theirs' }] }, 'assets.0.path'],
    ['the file of another asset', { assets: [{ type: 2, name: 'x', path: 'taken' }] }, 'assets.0.path'],
    ['the attachment of another asset', { assets: [{ id: 999999, type: 1, path: 'https://a.example' }] }, 'assets.0.path'],
  ])('is refused %s', async (_, values, field) => {
    const named: Record<string, string> = { theirs: await uploadPdf(portal, theirToken, 'globex') }
    named.taken = await uploadPdf(portal, adminToken)
    await addAsset(admin, { assets: [{ type: 2, name: 'Taken', path: named.taken }] })
    const text = JSON.stringify(values).replace(/"(theirs|taken)"/, (_all, key: string) => JSON.stringify(named[key]))
    const answer = await admin.post(LIST, assetForm(JSON.parse(text)))
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  test('of another domain reaches nothing of this one', async () => {
    const { id, assets } = await addAsset(admin)
    expect((await theirAdmin.get(LIST)).json()).toEqual({ count: 0, results: [] })
    expect((await theirAdmin.get(`${LIST}${id}/`)).statusCode).toBe(404)
    expect((await theirAdmin.patch(`${LIST}${id}/`, { asset_name: 'Ours' })).statusCode).toBe(404)
    expect((await theirAdmin.delete(`${LIST}${id}/`)).statusCode).toBe(404)
    expect((await openFile(theirAdmin, assets[0].id)).statusCode).toBe(404)
  })

  test('is the only one who manages assets', async () => {
    const center = await portal.as(users.harvest_center)
    const calls = [center.get(LIST), center.post(LIST, assetForm()), portal.guest.get(LIST)]
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([403, 403, 401])
    const token = await portal.tokenOf(users.harvest_center)
    expect((await sendFile(portal, token, { bytes: guidePdf(), name: 'a.pdf' })).statusCode).toBe(403)
  })
})

describe.each(workingRoles)('a %s', (role) => {
  test('sees the assets of its own membership only, by list, suggestion, open call, session and link', async () => {
    const isAdmin = role === 'admin'
    const mine = membershipIds[role]
    const others = workingRoles.map((each) => membershipIds[each]).filter((id) => id !== mine && id !== membershipIds.admin)
    const [forMe, forOthers] = [await uploadPdf(portal, adminToken), await uploadPdf(portal, adminToken)]
    const page = { sections: [{ url: `/page-of-${role}/{id?}` }] }
    const file = (path: string) => ({ assets: [{ type: 2, name: 'Guide', path }] })
    const targeted = await addAsset(admin, { ...page, ...file(forMe), membership_ids: isAdmin ? [] : [mine] })
    const hidden = await addAsset(admin, { ...page, ...file(forOthers), membership_ids: others })
    const client = await portal.as(users[role])

    const seen = isAdmin ? [hidden.id, targeted.id] : [targeted.id]
    const idsOf = (results: { id: number }[]) => results.map(({ id }) => id).filter((id) => [targeted.id, hidden.id].includes(id))
    expect(idsOf((await client.get(`${ofMembership(role)}?limit=100`)).json().results)).toEqual(seen)
    const suggested = await client.post(`${ofMembership(role)}section/`, { url: `/page-of-${role}/12?tab=x` })
    expect(idsOf(suggested.json().results)).toEqual(seen)
    expect(JSON.stringify(suggested.json())).not.toContain('views')

    const opened = await openFile(client, targeted.assets[0].id)
    expect((await portal.guest.get(opened.json().url)).statusCode).toBe(200)
    expect((await client.get(`/media/assets/${forMe}`)).statusCode).toBe(200)
    const refused = isAdmin ? 200 : 404
    expect((await openFile(client, hidden.assets[0].id)).statusCode).toBe(refused)
    expect((await client.get(`/media/assets/${forOthers}`)).statusCode).toBe(refused)
    // A link is only for the reader that it was made for.
    const stolen = urlSigner(portal.ports.secretKey).sign(`/media/assets/${forOthers}`, 300, `${portal.domainId}:${users[role]}`)
    expect((await portal.guest.get(stolen)).statusCode).toBe(refused)
    expect(await viewsOf(targeted.id)).toEqual([isAdmin ? 0 : 2])
  })

  test('may not list another membership, nor reach another domain', async () => {
    const client = await portal.as(users[role])
    for (const other of workingRoles.filter((each) => each !== role)) {
      expect((await client.get(ofMembership(other))).statusCode).toBe(404)
      expect((await client.post(`${ofMembership(other)}section/`, { url: '/dashboard' })).statusCode).toBe(404)
    }
    const theirs = await uploadPdf(portal, theirToken, 'globex')
    const membership_ids = role === 'admin' ? [] : [membershipIds[role]]
    const { assets } = await addAsset(theirAdmin, { membership_ids, assets: [{ type: 2, name: 'Guide', path: theirs }] })
    expect((await openFile(client, assets[0].id)).statusCode).toBe(404)
    expect((await client.get(`/media/assets/${theirs}`)).statusCode).toBe(404)
    const { url } = (await openFile(theirAdmin, assets[0].id)).json()
    expect([(await portal.clientFor('globex').get(url)).statusCode, (await portal.guest.get(url)).statusCode]).toEqual([200, 401])
  })
})

describe('a file', () => {
  const addFile = async (name = 'Guide') => {
    const path = await uploadPdf(portal, adminToken)
    const { id, assets } = await addAsset(admin, { membership_ids: [4], assets: [{ type: 2, name, path }] })
    return { id, path, attachment: assets[0].id as number }
  }

  test('is shown with headers that keep it private and without scripts', async () => {
    const { path } = await addFile('Guide “1”')
    const { headers, rawPayload } = await admin.get(`/media/assets/${path}`)
    expect(rawPayload.equals(guidePdf())).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'content-disposition': expect.stringMatching(/^inline; filename="Guide \?1\?\.pdf"; filename\*=UTF-8''/),
    })
  })

  test('of Word is saved and not shown', async () => {
    const name = (await sendFile(portal, adminToken, { bytes: await wordFile(), name: 'a.docx' })).json().filename
    await addAsset(admin, { assets: [{ type: 2, name: 'Letter.docx', path: name }] })
    const { headers } = await admin.get(`/media/assets/${name}`)
    expect(headers['content-disposition']).toBe('attachment; filename=Letter.docx')
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  test('is private: no guest, no observer, no other name and no file without an asset', async () => {
    const { path, attachment } = await addFile()
    expect((await portal.guest.get(`/media/assets/${path}`)).statusCode).toBe(401)
    const observer = await portal.as(await portal.seed((db) => createUser(db, 'observer')))
    expect((await observer.get(`/media/assets/${path}`)).statusCode).toBe(404)
    expect((await openFile(observer, attachment)).statusCode).toBe(403)
    const unused = await uploadPdf(portal, adminToken)
    const names = [unused, 'x.pdf', '..%2Fassets%2Fx.pdf', path.replace('.pdf', '.png')]
    for (const name of names) expect((await admin.get(`/media/assets/${name}`)).statusCode).toBe(404)
  })

  test('is opened by a link for some minutes, only while its reader may see it', async () => {
    const { id, path, attachment } = await addFile()
    const center = await portal.as(users.harvest_center)
    const { url } = (await openFile(center, attachment)).json()
    expect(url).toMatch(new RegExp(`^/media/assets/${path}\\?expires=\\d+&subject=`))
    expect((await portal.guest.get(url)).statusCode).toBe(200)
    expect((await portal.guest.get(url.replace(/signature=./, 'signature=_'))).statusCode).toBe(401)
    const subject = `${portal.domainId}:${users.harvest_center}`
    const expired = urlSigner(portal.ports.secretKey, () => Date.now() - 301_000).sign(`/media/assets/${path}`, 300, subject)
    expect((await portal.guest.get(expired)).statusCode).toBe(401)
    await admin.patch(`${LIST}${id}/`, { membership_ids: [3] })
    expect((await portal.guest.get(url)).statusCode).toBe(404)
  })

  test('is opened by staff in a center as by the center', async () => {
    const { attachment } = await addFile()
    const values = { staff_id: users.hc_staff, center_id: users.harvest_center }
    await portal.seed((db) =>
      db
        .insertInto('staff_centers')
        .values({ domain_id: db.domainId, ...values })
        .execute(),
    )
    const inside = await portal.asImpersonator(users.harvest_center, users.hc_staff, 'staff')
    const { url } = (await openFile(inside, attachment)).json()
    expect((await portal.guest.get(url)).statusCode).toBe(200)
    expect((await openFile(await portal.as(users.hc_staff), attachment)).statusCode).toBe(404)
  })

  test('is opened by an admin in the account of an inactive user, and is not counted', async () => {
    const { id, attachment } = await addFile()
    const center = await portal.seed((db) => createUser(db, 'harvest_center', { active: false }))
    const inside = await portal.asImpersonator(center, users.admin)
    const suggested = await inside.post(`${ofMembership('harvest_center')}section/`, { url: '/dashboard' })
    expect(suggested.json().results.map((each: { id: number }) => each.id)).toContain(id)
    const { url } = (await openFile(inside, attachment)).json()
    expect([(await portal.guest.get(url)).statusCode, await viewsOf(id)]).toEqual([200, [0]])
  })
})

test('views of links are counted, also at the same time', async () => {
  const { id, assets } = await addAsset(admin)
  const center = await portal.as(users.harvest_center)
  const opened = await Promise.all([1, 2, 3].map(() => openFile(center, assets[0].id)))
  expect(opened.map((answer) => answer.json())).toEqual(Array(3).fill({ url: 'https://kit.example/start' }))
  expect(await viewsOf(id)).toEqual([3])
})

test('users find resources by text, in pages', async () => {
  const center = await portal.as(users.harvest_center)
  for (const n of [1, 2, 3]) await addAsset(admin, { asset_name: `Wombat ${n}`, description: 'Marsupial' })
  await addAsset(admin, { asset_name: 'Wombat for reps', membership_ids: [3] })
  const page = (await center.get(`${ofMembership('harvest_center')}?search=wombat&limit=2&offset=1`)).json()
  expect([page.count, page.results.map(({ asset_name }: { asset_name: string }) => asset_name)]).toEqual([
    3,
    ['Wombat 2', 'Wombat 1'],
  ])
})

test('two admins cannot tie the same file at the same time', async () => {
  const path = await uploadPdf(portal, adminToken)
  const form = assetForm({ assets: [{ type: 2, name: 'Guide', path }] })
  const answers = await Promise.all([1, 2, 3].map(() => admin.post(LIST, form)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422])
})
