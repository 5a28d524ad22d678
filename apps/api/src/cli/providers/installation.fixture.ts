/** An installation with one domain, on which the command runs as in a terminal. Requests to sandboxes lead to the fakes. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { addDomain } from '#api/cli/commands/domains-add.ts'
import { command } from '#api/cli/commands/providers-check.ts'
import { openPool } from '#api/db/connection/pools.ts'
import { inDomain } from '#api/db/transaction.ts'
import { paymentSettings } from '#api/features/payments/payment-settings.queries.ts'
import { signingSettings } from '#api/features/templates/usable-templates.queries.ts'
import { openDatabases } from '#api/main/database/databases.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { createTestDatabase } from '#api/testing/database.ts'

const SECRET_KEY = 'the key that this installation was made with'
const realFetch = globalThis.fetch

export interface Ran {
  /** The result and the detail of each step. */
  steps: Record<string, string>
  output: string
  code: unknown
}

const cellsOf = (line: string) => line.split(' | ').map((cell) => cell.trim())

/** The rows of the printed table. A step that occurs twice counts as failed if one of them did. */
const stepsIn = (lines: string[]) =>
  Object.fromEntries(
    lines
      .filter((line) => line.includes(' | '))
      .slice(2)
      .map((line) => {
        const [step, result, detail] = cellsOf(line)
        return [step, `${result} ${detail}`.trim()]
      }),
  )

type Intercept = (url: string, body: string) => Promise<Response | undefined> | Response | undefined

/** Sends requests for these origins to other ones, and no request anywhere else. `intercept` sees each first, and may answer it. */
export function routeRequests(origins: Record<string, string>, intercept?: Intercept): void {
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(input)
    const target = origins[url.origin]
    if (target === undefined) throw new Error(`A request to ${url.origin}`)
    const answer = await intercept?.(url.href, typeof init.body === 'string' ? init.body : '')
    return answer ?? realFetch(`${target}${url.pathname}${url.search}`, init)
  })
}

export async function install() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vialdesk-providers-'))
  mkdirSync(path.join(dataDir, 'files'))
  const { ownerUrl } = await createTestDatabase()
  await openDatabases({ dataDir, databaseUrl: ownerUrl, secretKey: SECRET_KEY } as Configuration)
  const owner = openPool(ownerUrl, { max: 2 })
  const { id: domainId } = await addDomain(owner, {
    ...{ identifier: 'acme', name: 'Acme', sender: 'portal@acme.example', admin: 'first@acme.example' },
    host: 'portal.acme.example',
  })
  const change = { secretKey: SECRET_KEY, providers: {}, whyNeeded: async () => undefined }
  const environment = {
    DATABASE_URL: ownerUrl,
    DATA_DIR: dataDir,
    SECRET_KEY,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://portal.test',
  }

  /** Runs `portal providers check` with these variables. */
  async function check(args: string[], variables: Record<string, string> = {}): Promise<Ran> {
    for (const [name, value] of Object.entries({ ...environment, ...variables })) vi.stubEnv(name, value)
    const said = vi.spyOn(console, 'log').mockReturnValue()
    const warned = vi.spyOn(console, 'error').mockReturnValue()
    const { exitCode } = process
    process.exitCode = undefined
    try {
      await command(args, 'providers check')
      const lines = said.mock.calls.flat().join('\n').split('\n')
      return { steps: stepsIn(lines), output: lines.join('\n'), code: process.exitCode }
    } finally {
      process.exitCode = exitCode
      said.mockRestore()
      warned.mockRestore()
      vi.unstubAllEnvs()
    }
  }

  return {
    owner,
    dataDir,
    domainId,
    check,
    payWith: (edit: Record<string, string>) => inDomain(owner, domainId, (db) => paymentSettings.change(db, change, edit)),
    signWith: (edit: Record<string, string>) => inDomain(owner, domainId, (db) => signingSettings.change(db, change, edit)),
    audited: async () =>
      (await owner.query(`select after from audit_log where type = 'provider.checked' order by id`)).rows.map(
        ({ after }) => after,
      ),
    async close() {
      await owner.end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
