/** Who sees which assets and opens which files: nine roles, targeted or not, and another domain. */
import { membershipIds, type WorkingRole, workingRoles } from '@vialdesk/contract/base/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forge } from '#api/platform/crypto/signed-urls.fixture.ts'
import { urlSigner } from '#api/platform/crypto/signed-urls.ts'
import { createUser } from '#api/testing/factories.ts'
import type { TestClient, TestPortal } from '#api/testing/test-portal.ts'
import {
  addAsset,
  guidePdf,
  LIST,
  ofMembership,
  openFile,
  openResources,
  sendFile,
  uploadPdf,
  viewsOf,
  wordFile,
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
    expect(await viewsOf(admin, targeted.id)).toEqual([isAdmin ? 0 : 2])
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
      'content-security-policy':
        "default-src 'none'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'content-disposition': expect.stringMatching(/^inline; filename="Guide \?1\?\.pdf"; filename\*=UTF-8''/),
    })
  })

  test('of Word is saved and not shown', async () => {
    const name = (await sendFile(portal, adminToken, { bytes: await wordFile(), name: 'a.docx' })).json().filename
    await addAsset(admin, { assets: [{ type: 2, name: 'Letter.docx', path: name }] })
    const { headers } = await admin.get(`/media/assets/${name}`)
    expect(headers['content-disposition']).toBe('attachment; filename=Letter.docx')
    expect(headers['content-security-policy']).toMatch(/sandbox; .*frame-ancestors 'none'$/)
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
    expect((await portal.guest.get(forge(url))).statusCode).toBe(401)
    const subject = `${portal.domainId}:${users.harvest_center}`
    const expired = urlSigner(portal.ports.secretKey, () => Date.now() - 301_000).sign(`/media/assets/${path}`, 300, subject)
    expect((await portal.guest.get(expired)).statusCode).toBe(401)
    await admin.patch(`${LIST}${id}/`, { membership_ids: [3] })
    expect((await portal.guest.get(url)).statusCode).toBe(404)
  })

  test('is opened by staff in a center as by the center', async () => {
    const { attachment } = await addFile()
    const values = { staff_id: users.hc_staff, center_id: users.harvest_center }
    await portal.seed((db) => db.insertRow('staff_centers', { ...values }))
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
    expect([(await portal.guest.get(url)).statusCode, await viewsOf(admin, id)]).toEqual([200, [0]])
  })
})
