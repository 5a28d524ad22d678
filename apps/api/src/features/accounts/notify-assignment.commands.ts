/** Notifies the new owner of an assignment: a lab or rep of a center, a manager of a rep, a distributor of a manager. */
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { type NewNotice, notify } from '#api/features/notices/notify.commands.ts'

interface Newcomer {
  id: number
  subscription: number
  company: string
}
type Told = Omit<NewNotice, 'kind'>

const { harvest_center, referral_harvest_center, sales_rep, sales_manager } = membershipIds
const isReferral = ({ subscription }: Newcomer) => subscription === referral_harvest_center
const team = (kind: string, { id }: Newcomer): Told => ({
  title: `A new ${kind} in your team`,
  text: `An admin added a ${kind} (ID ${id}) to your team.`,
  path: '/dashboard',
})

/** By the column of the assignment. Patients are left out: team notices are about centers and people. */
const news = {
  lab_id: {
    of: [harvest_center],
    say: ({ company, id }: Newcomer, lab: number): Told => ({
      title: 'A new harvest center',
      text: `${company} (ID ${id}) now sends its tissue to you.`,
      path: `/lab/${lab}`,
    }),
  },
  sales_rep_id: {
    of: [harvest_center, referral_harvest_center],
    say: (center: Newcomer, _rep: number, maker: 'admin' | 'visitor'): Told => ({
      title: isReferral(center) ? 'A new referral harvest center' : 'A new harvest center',
      text: maker === 'visitor' ? `${center.company} signed up with your link.` : `${center.company} was assigned to you.`,
      path: isReferral(center) ? '/referral-harvest-centers' : '/harvest-centers',
    }),
  },
  sales_manager_id: { of: [sales_rep], say: (rep: Newcomer): Told => team('sales rep', rep) },
  sales_distributor_id: { of: [sales_manager], say: (manager: Newcomer): Told => team('sales manager', manager) },
} as const satisfies Record<
  string,
  { of: readonly number[]; say: (who: Newcomer, head: number, maker: 'admin' | 'visitor') => Told }
>

export type Heads = { [Column in keyof typeof news]?: number | null | undefined }

/** `heads` are the new owners by column; null or a missing column notifies nobody. */
export async function tellOfNewcomer(
  db: Db,
  newcomer: Newcomer,
  heads: Heads,
  maker: 'admin' | 'visitor' = 'admin',
): Promise<void> {
  for (const column of Object.keys(news) as (keyof Heads)[]) {
    const head = heads[column]
    const { of, say } = news[column]
    if (head == null || !(of as readonly number[]).includes(newcomer.subscription)) continue
    await notify(db, head, { kind: 'team', ...say(newcomer, head, maker) })
  }
}
