/** Assets of admins, and the resources that the users of their memberships see. */
import type { WorkingRole } from '@vialdesk/contract/base/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { attachFile, sweepFiles } from '#api/platform/files/stored-files.ts'
import { createUser } from '#api/testing/factories.ts'
import type { TestClient, TestPortal } from '#api/testing/test-portal.ts'
import {
  addAsset,
  assetForm,
  guidePdf,
  LIST,
  ofMembership,
  openFile,
  openResources,
  sendFile,
  uploadPdf,
  viewsOf,
} from './resources.fixture.ts'

let portal: TestPortal
let admin: TestClient
let adminToken: string
let theirAdmin: TestClient
let theirToken: string
let users: Record<WorkingRole, number>

beforeAll(async () => {
  ;({ portal, users, admin, adminToken, theirAdmin, theirToken } = await openResources())
})
afterAll(() => portal.close())

const eventsOf = async (subject: number) =>
  (
    await portal.owner.query(
      `select type, before, after from audit_log where subject_id = $1 and type like 'resource.%' order by id`,
      [subject],
    )
  ).rows

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
      ...{ asset_name: 'Welcome kit', description: 'How to begin.', membership_ids: '4,9', domain: portal.domainId, version: 1 },
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

  test('is refused an edit of an older version, so that nobody undoes what another admin saved', async () => {
    const { id, version } = await addAsset(admin, { membership_ids: [4, 9] })
    const narrowed = await admin.patch(`${LIST}${id}/`, { membership_ids: [4], version })
    expect([narrowed.statusCode, narrowed.json().version]).toEqual([200, version + 1])
    const late = await admin.patch(`${LIST}${id}/`, { asset_name: 'Late', membership_ids: [4, 9], version })
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict'])
    expect((await admin.get(`${LIST}${id}/`)).json()).toMatchObject({ asset_name: 'Welcome kit', membership_ids: '4' })
    // Attachments and sections are part of the asset.
    const next = { version: version + 1 }
    const answers = await Promise.all([
      admin.patch(`${LIST}${id}/`, { sections: [{ url: '/lab' }], ...next }),
      admin.patch(`${LIST}${id}/`, { assets: [{ type: 1, path: 'https://b.example' }], ...next }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
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
    ['a file that a colleague uploaded', { assets: [{ type: 2, name: 'x', path: 'colleagues' }] }, 'assets.0.path'],
    ['the file of another asset', { assets: [{ type: 2, name: 'x', path: 'taken' }] }, 'assets.0.path'],
    ['the attachment of another asset', { assets: [{ id: 999999, type: 1, path: 'https://a.example' }] }, 'assets.0.path'],
  ])('is refused %s', async (_, values, field) => {
    const named: Record<string, string> = { theirs: await uploadPdf(portal, theirToken, 'globex') }
    const colleague = await portal.seed((db) => createUser(db, 'admin'))
    named.colleagues = await uploadPdf(portal, await portal.tokenOf(colleague))
    named.taken = await uploadPdf(portal, adminToken)
    await addAsset(admin, { assets: [{ type: 2, name: 'Taken', path: named.taken }] })
    const text = JSON.stringify(values).replace(/"(theirs|colleagues|taken)"/, (_all, key: string) => JSON.stringify(named[key]))
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

test('views of links are counted, also at the same time', async () => {
  const { id, assets } = await addAsset(admin)
  const center = await portal.as(users.harvest_center)
  const opened = await Promise.all([1, 2, 3].map(() => openFile(center, assets[0].id)))
  expect(opened.map((answer) => answer.json())).toEqual(Array(3).fill({ url: 'https://kit.example/start' }))
  expect(await viewsOf(admin, id)).toEqual([3])
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

describe('the nightly cleanup', () => {
  const form = (path: string) => assetForm({ assets: [{ type: 2, name: 'Guide', path }] })
  const uploadOld = async () => {
    const name = await uploadPdf(portal, adminToken)
    const key = `${portal.domainId}/assets/${name}`
    await portal.owner.query(`update stored_files set unused_since = now() - interval '25 hours' where key = $1`, [key])
    return { name, key, isStored: () => portal.ports.files.exists(key) }
  }
  /** Sweeps, and does something else when the file is about to be deleted. */
  const sweepMeanwhile = (key: string, meanwhile: () => Promise<unknown>) => {
    const { files } = portal.ports
    const remove = async (each: string) => {
      if (each === key) await meanwhile()
      await files.delete(each)
    }
    return sweepFiles.run(portal.owner, { ...portal.ports, files: { ...files, delete: remove } })
  }

  test('refuses a file that it is deleting', async () => {
    const { name, key, isStored } = await uploadOld()
    const answers: [number, unknown][] = []
    await sweepMeanwhile(key, async () => {
      const answer = await admin.post(LIST, form(name))
      answers.push([answer.statusCode, answer.json().errors])
    })
    expect(answers).toEqual([[422, { 'assets.0.path': ['Upload this file again.'] }]])
    expect([await isStored(), (await admin.post(LIST, form(name))).statusCode]).toEqual([false, 422])
  })

  test('keeps a file that is being attached', async () => {
    const { key, isStored } = await uploadOld()
    const attach = async (db: Db) => {
      await attachFile(db, key)
      await sweepFiles.run(portal.owner, portal.ports)
    }
    await inDomain(portal.owner, portal.domainId, attach, { id: users.admin })
    await sweepFiles.run(portal.owner, portal.ports)
    expect(await isStored()).toBe(true)
  })

  test('that was killed goes on the next night, and what it claimed stays refused', async () => {
    const { name, key, isStored } = await uploadOld()
    await expect(sweepMeanwhile(key, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
    expect([await isStored(), (await admin.post(LIST, form(name))).statusCode]).toEqual([true, 422])
    await sweepFiles.run(portal.owner, portal.ports)
    expect(await isStored()).toBe(false)
    expect((await portal.owner.query('select from stored_files where key = $1', [key])).rowCount).toBe(0)
  })
})

test('two admins cannot tie the same file at the same time', async () => {
  const path = await uploadPdf(portal, adminToken)
  const form = assetForm({ assets: [{ type: 2, name: 'Guide', path }] })
  const answers = await Promise.all([1, 2, 3].map(() => admin.post(LIST, form)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422])
})
