import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { redactText } from '#api/platform/logging/redact.ts'
import { connectAdapters } from './connect-adapters.ts'
import { simulationWarnings } from './simulation-warnings.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-outside-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = (values: Partial<Configuration>) =>
  connectAdapters({ filesUrl: path.join(folder, 'files'), ...values } as Configuration)

test('creates the folder of the file store', async () => {
  const { smtp } = await open({})
  expect(smtp).toBeUndefined()
  expect(existsSync(path.join(folder, 'files'))).toBe(true)
})

test('reports unusable settings by their variable, without their secrets', async () => {
  const file = path.join(folder, 'a-file')
  writeFileSync(file, '')
  const refusals = [
    [{ filesUrl: file }, /^Cannot write to the folder .* \(EEXIST\)\. Set FILES_URL to a writable folder/],
    [{ filesUrl: path.join(file, 'files') }, /^Cannot write to the folder .* \(ENOTDIR\)/],
    [{ filesUrl: 's3://id:hunter2@b?endpoint=ftp://x' }, /^FILES_URL cannot be used\. The endpoint .*https/],
    [{ smtpUrl: 'smtp://me:hunter2@mail.example?tls=maybe' }, /^SMTP_URL cannot be used\. .* tls=off/],
  ] as const
  for (const [values, sentence] of refusals) {
    const failure = await open(values).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(StartFailure)
    expect((failure as Error).message).toMatch(sentence)
    expect((failure as Error).message).not.toContain('hunter2')
  }
})

test('warns of each simulated part in production only, in texts that are not redacted', () => {
  const trying = {
    mode: 'development',
    databaseUrl: undefined,
    payments: 'embedded',
    carrier: 'embedded',
    smtpUrl: undefined,
    publicUrl: 'http://localhost',
    sealFile: undefined,
  } as const
  expect(simulationWarnings(trying)).toEqual([])
  expect(simulationWarnings({ ...trying, mode: 'production' }).join(' ')).toMatch(
    /DATABASE_URL.*SMTP_URL.*Payments are simulated.*labels.*SIGNING_P12.*PUBLIC_URL/,
  )
  for (const sentence of simulationWarnings({ ...trying, mode: 'production' })) expect(redactText(sentence)).toBe(sentence)
  const real = {
    mode: 'production',
    databaseUrl: 'postgres://db.example/portal',
    smtpUrl: 'smtp://mail.example',
    publicUrl: 'https://portal.example',
    payments: 'embedded',
    sealFile: { path: '/etc/seal.p12', password: '' },
  } as const
  expect(simulationWarnings({ ...real, carrier: {} as Configuration['carrier'] })).toEqual([
    expect.stringContaining('Payments are simulated'),
  ])
  expect(simulationWarnings({ ...real, payments: 'authorizenet', carrier: {} as Configuration['carrier'] })).toEqual([])
})
