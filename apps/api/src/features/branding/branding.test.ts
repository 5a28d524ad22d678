import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestPortal, testPortal } from '#api/testing/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

describe('GET /auth/build-version/', () => {
  it('tells the running build to anyone', async () => {
    expect((await portal.anyone.get('/auth/build-version/')).json()).toEqual({ version: 'test' })
  })
  it('answers the same under api/v1 and without the slash', async () => {
    expect((await portal.anyone.get('/api/v1/auth/build-version')).json()).toEqual({ version: 'test' })
  })
  it('knows no portal under an unknown name', async () => {
    const answer = await portal.caller('nobody').get('/auth/build-version/')
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'unknown_domain'])
  })
})

describe('GET /domain/config/{identifier}/', () => {
  it('shows the brand of the domain that is visited, and nothing secret', async () => {
    const answer = await portal.anyone.get('/domain/config/acme/')
    expect(answer.json()).toMatchObject({
      domain: { identifier: 'acme', name: 'Acme Cells' },
      brand: { time_zone: 'America/New_York' },
    })
    expect(answer.body).not.toMatch(/password|secret/)
  })
  it('does not tell of another domain', async () => {
    expect((await portal.anyone.get('/domain/config/globex/')).statusCode).toBe(404)
  })
  it('finds nothing under what cannot be an identifier', async () => {
    expect((await portal.anyone.get(`/domain/config/${'x'.repeat(64)}/`)).statusCode).toBe(404)
  })
})

describe('GET /media/brand/{name}', () => {
  const name = 'logo-0123456789abcdef.svg'
  it('shows an image of the domain to anyone, and only there', async () => {
    await portal.ports.files.put(`${portal.domainId}/brand/${name}`, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), {
      type: 'image/svg+xml',
      maxBytes: 1000,
    })
    const answer = await portal.anyone.get(`/media/brand/${name}`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    expect((await portal.caller('globex').get(`/media/brand/${name}`)).statusCode).toBe(404)
  })
  it('serves nothing but images', async () => {
    expect((await portal.anyone.get('/media/brand/logo-0123456789abcdef.html')).statusCode).toBe(404)
    expect((await portal.anyone.get('/media/brand/..%2f..%2fsecret')).statusCode).toBe(404)
  })
})
