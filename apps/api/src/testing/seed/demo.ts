/** The demo domain: a log-in for every role. Made whole or not at all. */
import type { Role } from '@vialdesk/contract/roles'
import type pg from 'pg'
import { Db } from '#api/db/db.ts'
import { fillDomain } from '#api/db/new-domain.ts'
import { hashPassword } from '#api/features/sessions/passwords.ts'
import { aDomain, aUser } from '../factories.ts'

const logIns: Record<string, Role> = {
  admin: 'admin',
  lab: 'lab',
  patient: 'patient',
  salesrep: 'sales_rep',
  harvestcenter: 'harvest_center',
  referral: 'referral_harvest_center',
  manager: 'sales_manager',
  distributor: 'sales_distributor',
  staff: 'hc_staff',
}

/** `owner` is a pool that owns the tables. */
export async function seedDemo(owner: pg.Pool, { password }: { password: string }): Promise<void> {
  const password_hash = await hashPassword(password)
  const client = await owner.connect()
  try {
    await client.query('begin')
    const domainId = await aDomain(client, {
      identifier: 'demo',
      name: 'Demo Cells',
      email_sender: 'portal@demo.example',
      demo: true,
    })
    await client.query(`select set_config('app.domain_id', $1, true)`, [String(domainId)])
    const db = new Db(client, domainId)
    await fillDomain(db)
    for (const [name, role] of Object.entries(logIns)) await aUser(db, role, { email: `${name}@demo.example`, password_hash })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
