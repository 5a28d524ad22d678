/** Whoever gets somebody is told: a lab or a rep a center, a manager a rep, a distributor a manager. */
import { membershipOf } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { type NewNotice, notify } from '#api/features/notices/notices.commands.ts'

interface Newcomer {
  id: number
  subscription: number
  company: string
}
type Told = Omit<NewNotice, 'kind'>

const { harvest_center, referral_harvest_center, sales_rep, sales_manager } = membershipOf
const isReferral = ({ subscription }: Newcomer) => subscription === referral_harvest_center
const team = (kind: string, { id }: Newcomer): Told => ({
  title: `A new ${kind} in your team`,
  text: `An admin has put a ${kind} (${id}) into your team.`,
  path: '/dashboard',
})

/** By the column that says whose it is. Patients are no news of a team: their center is. */
const news = {
  lab_id: {
    of: [harvest_center],
    say: ({ company, id }: Newcomer, lab: number): Told => ({
      title: 'A new harvest center',
      text: `${company} (${id}) sends its tissue to you now.`,
      path: `/lab/${lab}`,
    }),
  },
  sales_rep_id: {
    of: [harvest_center, referral_harvest_center],
    say: (center: Newcomer): Told => ({
      title: isReferral(center) ? 'A new referral harvest center' : 'A new harvest center',
      text: `${center.company} (${center.id}) is yours now.`,
      path: isReferral(center) ? '/referral-harvest-centers' : '/harvest-centers',
    }),
  },
  sales_manager_id: { of: [sales_rep], say: (rep: Newcomer): Told => team('sales rep', rep) },
  sales_distributor_id: { of: [sales_manager], say: (manager: Newcomer): Told => team('sales manager', manager) },
} as const satisfies Record<string, { of: readonly number[]; say: (who: Newcomer, head: number) => Told }>

export type Heads = { [Column in keyof typeof news]?: number | null | undefined }

/** `heads` says to whom the newcomer belongs from now on; null and what is not given is nobody. */
export async function tellOfNewcomer(db: Db, newcomer: Newcomer, heads: Heads): Promise<void> {
  for (const column of Object.keys(news) as (keyof Heads)[]) {
    const head = heads[column]
    const { of, say } = news[column]
    if (head == null || !(of as readonly number[]).includes(newcomer.subscription)) continue
    await notify(db, head, { kind: 'team', ...say(newcomer, head) })
  }
}
