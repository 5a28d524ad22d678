import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { brandImagePath } from '#api/platform/access/brand-images.ts'
import { findDomainById } from '#api/platform/access/domains.ts'
import { createDomain, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { pageConfigOf } from './branding.queries.ts'
import { buildVersion, versionOf } from './build-version.queries.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

/** Waits until the process has handled the signals of all earlier changes: they come in the order of the commits. */
async function untilSignalsCame() {
  const { signals } = portal.ports
  await expect.poll(() => signals.areLive(), { timeout: 60_000 }).toBe(true)
  const last = signals.subscribe('last')
  await portal.owner.query(`select pg_notify('notices', 'last')`)
  expect(await last.next(60_000)).toBe('signal')
  last.end()
}

describe('GET /auth/build-version/', () => {
  it('returns the running build to guests', async () => {
    expect((await portal.guest.get('/auth/build-version/')).json()).toEqual({ version: buildVersion() })
  })
  it('returns the same under api/v1 and without the slash', async () => {
    expect((await portal.guest.get('/api/v1/auth/build-version')).json()).toEqual({ version: buildVersion() })
  })
  it('changes with the project version and with the built page', () => {
    const versions = [
      versionOf('{"version":"1.0.0"}', undefined),
      versionOf('{"version":"1.0.0"}', 'one'),
      versionOf('{"version":"1.0.0"}', 'other'),
      versionOf('{"version":"1.0.1"}', 'one'),
    ]
    expect(versions[0]).toBe('1.0.0-dev')
    expect(new Set(versions).size).toBe(4)
  })
  it('does not find an unknown domain', async () => {
    const answer = await portal.clientFor('nobody').get('/auth/build-version/')
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'unknown_domain'])
  })
})

describe('GET /domain/config/{identifier}/', () => {
  it('returns the brand of the visited domain without secrets', async () => {
    const answer = await portal.guest.get('/domain/config/acme/')
    expect(answer.json()).toMatchObject({
      domain: { identifier: 'acme', name: 'Acme Cells' },
      brand: { time_zone: 'America/New_York' },
    })
    expect(answer.body).not.toMatch(/password|secret/)
  })
  it('signals each change of the domain row to open pages, also a change by SQL, and nothing else', async () => {
    const id = await createDomain(portal.owner, { identifier: 'umbrella' })
    await portal.owner.query(`update domains set updated_at = '2026-01-01T00:00:00Z' where id = $1`, [id])
    const updatedAt = async () =>
      (await portal.owner.query('select updated_at from domains where id = $1', [id])).rows[0].updated_at
    const before = await updatedAt()
    await portal.owner.query('update domains set name = name where id = $1', [id])
    expect(await updatedAt()).toBe(before)
    await portal.owner.query(`update domains set name = 'Umbrella Cells' where id = $1`, [id])
    expect(await updatedAt()).not.toBe(before)
  })
  it('is answered from memory, as the version is, while the database answers nothing', async () => {
    const paths = ['/domain/config/acme/', '/auth/build-version/']
    const member = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
    const statusesOf = (client: TestClient) => Promise.all(paths.map(async (path) => (await client.get(path)).statusCode))
    expect([await statusesOf(portal.guest), await statusesOf(member)]).toEqual([
      [200, 200],
      [200, 200],
    ])
    const blocker = await portal.owner.connect()
    // Nothing makes the memory old meanwhile: neither a signal that comes late nor time.
    await untilSignalsCame()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      // An earlier test of this process may have changed a domain of the same id, whose row is not kept for a second.
      vi.setSystemTime(Date.now() + 2000)
      await portal.guest.get(paths[0] ?? '')
      await blocker.query('begin; lock table domains, domain_hosts, sessions, users in access exclusive mode')
      expect([await statusesOf(portal.guest), await statusesOf(member)]).toEqual([
        [200, 200],
        [200, 200],
      ])
    } finally {
      vi.useRealTimers()
      await blocker.query('rollback')
      blocker.release()
    }
  })
  it('tells each process of a change, however long it keeps a domain', async () => {
    const id = await createDomain(portal.owner, { identifier: 'signalled' })
    const name = async () => (await portal.clientFor('signalled').get('/domain/config/signalled/')).json().domain.name
    const before = await name()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      expect(await name()).toBe(before)
      await portal.owner.query(`update domains set name = 'Signal Cells' where id = $1`, [id])
      await vi.waitFor(async () => expect(await name()).toBe('Signal Cells'), { timeout: 60_000, interval: 20 })
    } finally {
      vi.useRealTimers()
    }
  })
  it('returns the URL paths of images', async () => {
    const id = await createDomain(portal.owner, { identifier: 'initech' })
    await portal.owner.query('update domains set logo = $1 where id = $2', [`${id}/brand/0123456789abcdef.png`, id])
    const config = (await portal.clientFor('initech').get('/domain/config/initech/')).json()
    expect([config.logo, config.favicon]).toEqual(['/media/brand/0123456789abcdef.png', null])
    expect(brandImagePath('not a key')).toBeNull()
  })
  it('is embedded in the page of the domain together with the running version', async () => {
    const domain = await findDomainById(portal.owner, portal.domainId)
    const config = (await portal.guest.get('/domain/config/acme/')).json()
    expect(pageConfigOf(domain, '1.2')).toEqual({
      title: 'Acme Cells',
      description: '',
      favicon: null,
      config: { ...config, build_version: '1.2' },
    })
  })
  it('does not find another domain', async () => {
    expect((await portal.guest.get('/domain/config/globex/')).statusCode).toBe(404)
  })
  it('does not find an invalid identifier', async () => {
    expect((await portal.guest.get(`/domain/config/${'x'.repeat(64)}/`)).statusCode).toBe(404)
  })
})

describe('GET /media/brand/{name}', () => {
  const name = 'logo-0123456789abcdef.svg'
  it('shows an image to guests of its own domain only', async () => {
    await portal.ports.files.put(`${portal.domainId}/brand/${name}`, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), {
      type: 'image/svg+xml',
      maxBytes: 1000,
    })
    const answer = await portal.guest.get(`/media/brand/${name}`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(answer.headers['content-security-policy']).toMatch(/sandbox; .*frame-ancestors 'none'$/)
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect((await portal.clientFor('globex').get(`/media/brand/${name}`)).statusCode).toBe(404)
  })
  it('serves nothing but images', async () => {
    expect((await portal.guest.get('/media/brand/logo-0123456789abcdef.html')).statusCode).toBe(404)
    expect((await portal.guest.get('/media/brand/..%2f..%2fsecret')).statusCode).toBe(404)
  })
})
