/** A domain has several chains, so that writers do not wait for each other. Checkpoints tie them together. */
import type pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { takeHead } from '#api/platform/audit/checkpoints.ts'
import { auditEntry, startAudit } from './audit.fixture.ts'
import { inDomain } from './transaction.ts'

const audited = await startAudit()
const { owner, app, verify, broken, tamper } = audited

/** The number of rows of each chain, and its last number. */
const chains = async () => {
  const text = `select chain, count(*)::int as rows, max(number)::int as last from audit_log
    where domain_id = $1 group by chain order by chain`
  return (await owner.query<{ chain: number; rows: number; last: number }>(text, [audited.domain])).rows
}
const append = (subject_id = 7) =>
  inDomain(app, audited.domain, async (db) => void db.auditEntries.push(auditEntry({ subject_id })))

/** Runs `work` while another transaction has appended a row and not committed it. */
const duringWrite = async (work: (writer: pg.PoolClient) => Promise<void>) => {
  const writer = await app.connect()
  writer.on('error', () => {})
  try {
    await writer.query(
      `begin; select set_config('app.domain_id', '${audited.domain}', true); select append_audit('[{"type": "x"}]')`,
    )
    await work(writer)
  } finally {
    writer.release(true)
  }
}

describe('the chains', () => {
  test('have no gaps after concurrent writes and rolled-back transactions, and every entry once', async () => {
    const writes = Array.from({ length: 400 }, (_, n) =>
      inDomain(app, audited.domain, async (db) => {
        db.auditEntries.push(auditEntry({ subject_id: 100 + n }), auditEntry({ subject_id: 1000 + n }))
        if (n % 4 === 0) throw new Error('roll back')
      }).catch(() => {}),
    )
    await Promise.all(writes)
    const { rows } = await owner.query<{ subject_id: string }>(
      'select subject_id from audit_log where domain_id = $1 and subject_id >= 100',
      [audited.domain],
    )
    const committed = Array.from({ length: 400 }, (_, n) => n).filter((n) => n % 4 !== 0)
    const written = rows.map(({ subject_id }) => Number(subject_id)).sort((a, b) => a - b)
    expect(written).toEqual([...committed.map((n) => 100 + n), ...committed.map((n) => 1000 + n)])
    expect((await chains()).filter((chain) => chain.rows !== chain.last)).toEqual([])
    expect(await broken()).toBeUndefined()
  })

  test('let a writer write while another one has not committed', async () => {
    await duringWrite(async (writer) => {
      await append()
      expect(await chains()).toEqual([
        { chain: 0, rows: 5, last: 5 },
        { chain: 1, rows: 1, last: 1 },
      ])
      await writer.query('commit')
    })
    expect(await chains()).toMatchObject([{ last: 6 }, { last: 1 }])
    expect(await verify()).toMatchObject({ rows: 7 })
    expect(await broken()).toBeUndefined()
  })

  test('have neither the change nor a gap when a writer is killed before the commit', async () => {
    await duringWrite(async (writer) => {
      const { rows } = await writer.query('select pg_backend_pid() as pid')
      // Until it has ended, its chain is taken, and the next writer would begin another one.
      await owner.query('select pg_terminate_backend($1, 20000)', [rows[0].pid])
      await vi.waitFor(async () => {
        await append()
        expect(await chains(), 'the chain of the killed writer is free again').toMatchObject([{ last: expect.any(Number) }])
        expect((await chains())[0]?.last).toBeGreaterThan(5)
      }, 60_000)
    })
    const { rows } = await owner.query(`select from audit_log where domain_id = $1 and type = 'x'`, [audited.domain])
    expect(rows).toHaveLength(0)
    expect((await chains()).filter((chain) => chain.rows !== chain.last)).toEqual([])
    expect(await broken()).toBeUndefined()
  })

  test('are at most 64: one more writer waits for another one', async () => {
    const heads = `insert into audit_heads select $1, chain, 0, 0, '' from generate_series(1, 63) chain`
    await owner.query(heads, [audited.domain])
    const client = await owner.connect()
    await client.query(`begin; select from audit_heads where domain_id = ${audited.domain} for update`)
    const waiting = append()
    const blocked = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%append_audit%' and datname = current_database()`
    await vi.waitFor(async () => expect((await owner.query(blocked)).rows).toHaveLength(1), 60_000)
    await client.query('commit')
    client.release()
    await waiting
    expect(await verify()).toMatchObject({ rows: 6 })
    expect(await broken()).toBeUndefined()
  })
})

test('a change is rolled back when its entry cannot be written', async () => {
  const text = 'update domain_secrets set admin_form_password_hash = $2 where domain_id = $1'
  await inDomain(owner, audited.domain, (db) => db.rows('insert into domain_secrets (domain_id) values ($1)', [audited.domain]))
  const change = inDomain(owner, audited.domain, async (db) => {
    await db.rows(text, [audited.domain, 'changed'])
    db.auditEntries.push(auditEntry({ type: null as never }))
  })
  await expect(change).rejects.toMatchObject({ code: '23502' })
  const { rows } = await owner.query('select admin_form_password_hash as hash from domain_secrets where domain_id = $1', [
    audited.domain,
  ])
  expect(rows).toEqual([{ hash: null }])
  expect(await verify()).toMatchObject({ rows: 5 })
})

describe('a checkpoint', () => {
  const take = () => takeHead((work) => inDomain(app, audited.domain, work))
  const twoChains = () =>
    duringWrite(async (writer) => {
      await append()
      await append()
      await writer.query('commit')
    })

  test('is not needed for one chain', async () => {
    expect(await take()).toEqual((await verify()).head)
    expect(await chains()).toMatchObject([{ chain: 0, last: 5 }])
  })

  test('is the head of several chains, and waits for no writer', async () => {
    await twoChains()
    await duringWrite(async (writer) => {
      expect(await take()).toMatchObject({ last_id: 10 })
      await writer.query('commit')
    })
    const finding = await verify()
    expect(finding).toEqual({ rows: 10, head: { last_id: 10, last_hash: expect.any(String) }, wrongHeads: [] })
    const { rows } = await owner.query(`select after from audit_log where domain_id = $1 and type = 'audit.checkpoint'`, [
      audited.domain,
    ])
    expect(rows).toEqual([{ after: { rows: '0/6,1/2', hash: expect.stringMatching(/^[0-9a-f]{64}$/) } }])
  })

  /** Cuts rows from chain 1 and mends its head, so that the chain fits itself. */
  const cut = async (number: number) => {
    await tamper('delete from audit_log where domain_id = $1 and chain = 1 and number > $2', [audited.domain, number])
    const mend = `update audit_heads h set last_number = $2, last_id = coalesce(a.id, 0), last_hash = coalesce(a.hash, '')
      from (values (1)) one left join audit_log a on a.domain_id = $1 and a.chain = 1 and a.number = $2
      where h.domain_id = $1 and h.chain = 1`
    await tamper(mend, [audited.domain, number])
  }

  test.each([1, 0])('finds a chain that was cut to %i rows and mended', async (number) => {
    await twoChains()
    expect(await take()).toMatchObject({ last_id: 9 })
    await cut(number)
    expect((await verify()).firstBroken).toEqual({ id: 9, reason: 'a row that it names is missing or was changed' })
  })

  test('finds a chain that was written again after the cut', async () => {
    await twoChains()
    await take()
    await cut(1)
    await duringWrite(() => append(8))
    expect(await chains()).toMatchObject([{ last: 7 }, { last: 2 }])
    expect((await verify()).firstBroken).toMatchObject({ id: 9 })
  })
})
