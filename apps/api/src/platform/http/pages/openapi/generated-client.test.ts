/** Generates a client from the API document as an integrator would, compiles it, and makes calls with it. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { contract } from '@vialdesk/contract'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { describeApi } from '#api/platform/http/pages/openapi.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const email = 'admin@acme.example'
const password = 'a long enough password'
const compiler = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'lib/tsc.js')

type CallResult = Promise<{ data: Record<string, unknown> }>
/** The part of the generated class that this test uses. */
interface GeneratedApi {
  setSecurityData(token: string): void
  sessions: { sessionsLogin(body: object): CallResult }
  accounts: { accountsList(query: object): CallResult }
  onboarding: { onboardingAddUser(body: object): CallResult }
  integrations: { integrationsAdd(body: object): CallResult }
}

let portal: TestPortal
let folder: string
let newApi: () => GeneratedApi

beforeAll(async () => {
  portal = await startTestPortal()
  const password_hash = await hashPassword(password)
  await portal.seed((db) => createUser(db, 'admin', { email, password_hash }))
  const baseUrl = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  folder = await mkdtemp(path.join(tmpdir(), 'vialdesk-client-'))
  const { Api } = await generateClient(folder)
  newApi = () =>
    new Api({
      baseUrl,
      baseApiParams: { headers: { Domain: 'acme' } },
      securityWorker: (token: string | null) => (token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
    })
  // A busy machine needs some minutes to generate and compile about 15,000 lines.
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

async function generateClient(output: string): Promise<{ Api: new (options: object) => GeneratedApi }> {
  // The types of the generator know OpenAPI 3.0 only.
  const spec = describeApi(contract, '1') as never
  await generateApi({ spec, output, fileName: 'client.ts', httpClientType: 'fetch', moduleNameFirstTag: true, silent: true })
  const options = [
    '--strict',
    '--target',
    'es2022',
    '--module',
    'es2022',
    '--moduleResolution',
    'bundler',
    '--lib',
    'es2022,dom,dom.iterable',
  ]
  const file = path.join(output, 'client.ts')
  const compiled = promisify(execFile)(process.execPath, [compiler, ...options, '--types', '', '--outDir', output, file], {
    cwd: output,
  })
  const faults = await compiled.then(
    ({ stdout }) => stdout,
    ({ signal, code, stdout }) => `${signal ?? code}: ${stdout}`,
  )
  expect(faults).toBe('')
  return import(path.join(output, 'client.js'))
}

test('a client that is generated from the document logs in, creates and lists', async () => {
  const api = newApi()
  const { data: session } = await api.sessions.sessionsLogin({ email, password })
  api.setSecurityData(session.token as string)
  const patient = { subscription: 2, first_name: 'Nora', last_name: 'Reyes', email: 'nora@mail.example' }
  const { data: created } = await api.onboarding.onboardingAddUser(patient)
  const { data: page } = await api.accounts.accountsList({ search: 'nora@mail.example' })
  expect(page).toMatchObject({ count: 1, results: [{ id: created.id, first_name: 'Nora' }] })
  await expect(api.onboarding.onboardingAddUser({ ...patient, email: 'no email' })).rejects.toMatchObject({
    status: 422,
    error: { code: 'invalid', errors: { email: ['Enter a valid email address.'] } },
  })
})

test('the client lists with an access token, and is refused other calls', async () => {
  const api = newApi()
  api.setSecurityData((await api.sessions.sessionsLogin({ email, password })).data.token as string)
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const { data } = await api.integrations.integrationsAdd({ name: 'Sync', calls: ['GET /api/v1/users/all/'], expires_at })
  const machine = newApi()
  machine.setSecurityData(data.token as string)
  expect((await machine.accounts.accountsList({})).data.count).toBeGreaterThan(0)
  await expect(machine.integrations.integrationsAdd({ name: 'Another', calls: [], expires_at })).rejects.toMatchObject({
    status: 403,
  })
})
