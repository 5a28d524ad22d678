import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import { rebuildTallies, verifyTallies } from '#api/db/tallies.ts'
import { inDomain } from '#api/db/transaction.ts'
import { verifyAudit } from '#api/db/verify-audit.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { findDomains, readArguments, readCount } from './command.ts'
import { formatFinding, readHead } from './commands/audit-verify.ts'
import { addDomain, assertMailAndHost } from './commands/domains-add.ts'
import { readPassword, command as setDomain } from './commands/domains-set.ts'
import { forEachDomain } from './tallies.ts'

let owner: pg.Pool
let made = 0
beforeAll(async () => {
  owner = openPool((await createTestDatabase()).ownerUrl, { max: 2 })
})
afterAll(() => owner.end())

const newDomain = (identifier = `domain-${++made}`, twoStep?: number[]) =>
  addDomain(owner, {
    ...{ identifier, name: 'Acme', sender: 'portal@acme.example', admin: 'first@acme.example', host: undefined },
    twoStep,
  })

describe('domains add', () => {
  test('adds a domain whose admin can set a password with the link', async () => {
    const { id, token } = await newDomain('acme')
    expect(await findDomains(owner, 'acme')).toEqual([{ id, identifier: 'acme', name: 'Acme', demo: false }])
    const link = await inDomain(owner, id, (db) =>
      db
        .selectFrom('password_links')
        .innerJoin('users', 'users.id', 'password_links.user_id')
        .select(['email', 'subscription', 'token_hash'])
        .execute(),
    )
    expect(link).toEqual([{ email: 'first@acme.example', subscription: 7, token_hash: hashSecret(token) }])
  })

  test('requires two-step sign-in of the admins of a new domain, or of the given roles', async () => {
    const requiredIn = async (id: number) =>
      (await owner.query('select two_step_memberships from domains where id = $1', [id])).rows[0].two_step_memberships
    expect(await requiredIn((await newDomain()).id)).toEqual([7])
    expect(await requiredIn((await newDomain(undefined, [])).id)).toEqual([])
    expect(await requiredIn((await newDomain(undefined, [7, 9])).id)).toEqual([7, 9])
  })

  test('refuses a taken or invalid identifier and stores nothing', async () => {
    await newDomain('taken')
    const before = (await findDomains(owner)).length
    await expect(newDomain('taken')).rejects.toThrow(new StartFailure('The domain "taken" already exists.'))
    await expect(newDomain('Not A Name')).rejects.toThrow(StartFailure)
    expect(await findDomains(owner)).toHaveLength(before)
  })

  test.each([
    ['sender', 'portal@'],
    ['admin', 'first@acme.example, second@acme.example'],
    ['host', 'https://portal.acme.example'],
    ['host', 'portal.acme.example:443'],
    ['host', 'portal.acme.example/'],
    ['host', '-.example'],
  ])('refuses a wrong %s: %s', (name, value) => {
    const right = { sender: 'portal@acme.example', admin: 'first@acme.example', host: 'Portal.acme.example' }
    assertMailAndHost(right)
    expect(() => assertMailAndHost({ ...right, [name]: value })).toThrow(
      new RegExp(`^"${value}" is not (an e-mail address|a host name)`),
    )
  })

  test('reports an unknown domain by name', async () => {
    await expect(findDomains(owner, 'nowhere')).rejects.toThrow('There is no domain "nowhere".')
  })
})

describe('domains set', () => {
  test('takes the first line as the password, which needs at least eight characters', () => {
    expect(readPassword('a long password\n')).toBe('a long password')
    expect(readPassword('a long password\r\nand a second line')).toBe('a long password')
    expect(readPassword(' spaces count ')).toBe(' spaces count ')
    for (const given of ['', '\n', 'short\n', 'x'.repeat(201), 'nul\0nul\0'])
      expect(() => readPassword(given)).toThrow(
        new StartFailure('The password (the first line of standard input) must have 8 to 200 characters.'),
      )
  })

  test('accepts no password as an argument', async () => {
    const usage = 'Usage: npm run portal -- domains set'
    for (const args of [
      ['acme'],
      ['acme', '--admin-password', 'a long password'],
      ['acme', '--admin-password-stdin', '--no-admin-sign-up'],
      [],
    ])
      await expect(setDomain(args, 'domains set')).rejects.toThrow(new StartFailure(usage))
  })
})

describe('audit verify', () => {
  const none = { heads: [], wrong: [] }
  const threeRows = async () => {
    const { id } = await newDomain()
    for (const subject of [1, 2])
      await inDomain(owner, id, async (db) => audit(db, { type: 'account.changed', subject, after: { company: 'Acme' } }))
    return id
  }
  /** Changes rows like someone with the keys of the database, past the triggers that refuse it. */
  const tamper = async (text: string, values: unknown[]) => {
    const client = await owner.connect()
    try {
      await client.query('set session_replication_role = replica')
      await client.query(text, values)
    } finally {
      client.release(true)
    }
  }

  test('finds no error in an unchanged audit', async () => {
    expect(await inDomain(owner, await threeRows(), (db) => verifyAudit(db, []))).toEqual({
      rows: 3,
      head: { last_id: 3, last_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      wrongHeads: [],
    })
  })
  test('prints the number and hash of the last row, which every new row changes', async () => {
    const id = await threeRows()
    const { rows } = await owner.query(`select encode(hash, 'hex') as hash from audit_log where domain_id = $1 and id = 3`, [id])
    const before = await inDomain(owner, id, (db) => verifyAudit(db, []))
    expect(formatFinding('acme', before, none)).toBe(
      `acme: 3 rows, no changes found, no head was kept yet, head 3:${rows[0].hash}`,
    )
    await inDomain(owner, id, async (db) => audit(db, { type: 'account.changed', subject: 3 }))
    expect((await inDomain(owner, id, (db) => verifyAudit(db, []))).head).not.toEqual(before.head)
    expect(formatFinding('new', { rows: 0, wrongHeads: [] }, none)).toBe(
      'new: 0 rows, no changes found, no head was kept yet, head none',
    )
  })
  test('finds a changed row', async () => {
    const id = await threeRows()
    await tamper(`update audit_log set after = '{"company":"Other"}' where domain_id = $1 and id = 2`, [id])
    expect(await inDomain(owner, id, (db) => verifyAudit(db, []))).toMatchObject({
      rows: 3,
      firstBroken: { id: 2, reason: 'the row was changed' },
    })
  })
  test('compares an old row and hash that the operator gives', async () => {
    const id = await threeRows()
    const before = await inDomain(owner, id, (db) => verifyAudit(db, []))
    const given = readHead(`3:${before.head?.last_hash}`, 'audit verify')
    await inDomain(owner, id, async (db) => audit(db, { type: 'account.changed', subject: 3 }))
    const verify = () => inDomain(owner, id, (db) => verifyAudit(db, [given]))
    expect(formatFinding('acme', await verify(), none, given)).toMatch(
      /^acme: 4 rows, no changes found, no head was kept yet, compared with the given head, head /,
    )
    // The whole chain is written again, so that its rows fit each other.
    await tamper('delete from audit_log where domain_id = $1 and id > 2', [id])
    await tamper('delete from audit_heads where domain_id = $1', [id])
    expect(formatFinding('acme', await verify(), none, given)).toMatch(/, the given head is wrong: row 3 is missing, no head/)
    expect((await inDomain(owner, id, (db) => verifyAudit(db, [{ ...given, last_id: 2 }]))).wrongGivenHead).toBe(
      'row 2 was another one',
    )
    for (const text of ['3', '0:ab', `3:${'A'.repeat(64)}`, `${before.head?.last_hash}`])
      expect(() => readHead(text, 'audit verify')).toThrow(new StartFailure('Usage: npm run portal -- audit verify'))
  })
  test('finds a missing row', async () => {
    const id = await threeRows()
    await tamper('delete from audit_log where domain_id = $1 and id = 2', [id])
    expect(await inDomain(owner, id, (db) => verifyAudit(db, []))).toMatchObject({ rows: 2, firstBroken: { id: 3 } })
  })
  test('finds missing last rows', async () => {
    const id = await threeRows()
    await tamper('delete from audit_log where domain_id = $1 and id > 1', [id])
    expect(await inDomain(owner, id, (db) => verifyAudit(db, []))).toMatchObject({ rows: 1, firstBroken: { id: 3 } })
  })
  test('finds an added row', async () => {
    const id = await threeRows()
    await tamper(
      `insert into audit_log select (jsonb_populate_record(a, '{"id": 4, "number": 4}')).* from audit_log a where domain_id = $1 and id = 3`,
      [id],
    )
    expect(await inDomain(owner, id, (db) => verifyAudit(db, []))).toMatchObject({ rows: 4, firstBroken: { id: 4 } })
  })
})

describe('tallies verify, tallies rebuild', () => {
  afterEach(() => vi.restoreAllMocks())

  test('print which lists and keys of a domain are wrong, and correct them', async () => {
    const { id } = await newDomain('counted')
    await newDomain('exact')
    await owner.query(`update tallies set n = 5 where domain_id = $1 and list = 'users'`, [id])
    const said = vi.spyOn(console, 'log').mockReturnValue()
    const saysOf = async (...args: Parameters<typeof forEachDomain>) => {
      said.mockClear()
      return { wrong: await forEachDomain(...args), lines: said.mock.calls.flat() }
    }
    const tallies = expect.stringMatching(
      /^counted: 4 tallies of users differ: all in \d+: 5 instead of 1, m:7 in \d+: 5 instead of 1, never:all in \d+: 5 instead of 1, …$/,
    )
    expect(await saysOf(owner, 'counted', 'differ', verifyTallies)).toEqual({ wrong: ['counted'], lines: [tallies] })
    const well = 'exact: all tallies are correct'
    expect(await saysOf(owner, 'exact', 'differ', verifyTallies)).toEqual({ wrong: [], lines: [well] })
    expect((await saysOf(owner, undefined, 'corrected', rebuildTallies)).wrong).toEqual(['counted'])
    expect((await saysOf(owner, undefined, 'differ', verifyTallies)).wrong).toEqual([])
    await expect(forEachDomain(owner, 'nowhere', 'differ', verifyTallies)).rejects.toThrow('There is no domain "nowhere".')
  })
})

describe('arguments', () => {
  const options = { name: { type: 'string' } } as const
  test('are parsed', () => {
    expect(readArguments(['acme', '--name', 'Acme'], 'x', options, 1)).toMatchObject({
      positionals: ['acme'],
      values: { name: 'Acme' },
    })
    expect(readCount('200000', 'x')).toBe(200_000)
  })
  test.each([[['--other', 'x']], [['--name']], [['word']]])('prints the usage for %j', (args) => {
    expect(() => readArguments(args, 'domains', options)).toThrow(new StartFailure('Usage: npm run portal -- domains'))
  })
  test.each(['0', '-1', '1.5', 'many', ''])('refuses %j as a count', (text) => {
    expect(() => readCount(text, 'jobs retry ID')).toThrow(StartFailure)
  })
})
