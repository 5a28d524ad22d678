/** Who gets which notices by e-mail too. */
import { type NoticeChoices, type NoticeKind, noticeKinds } from '@vialdesk/contract/notices'
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'

/** Of changes to an account its owner must hear, also when it was somebody else who is in the portal. */
export const ALWAYS_MAILED: NoticeKind = 'account'

/** Until something is chosen: a mail at every step of hundreds of patients, or beside every receipt, would be too much. */
const mailedByDefault: Record<NoticeKind, (subscription: number) => boolean> = {
  account: () => true,
  team: () => true,
  patient: (subscription) => subscription === membershipIds.patient,
  purchase: (subscription) => subscription === membershipIds.admin,
}

export async function getChoices(db: Db, user: { id: number; subscription: number }): Promise<NoticeChoices> {
  const chosen = await db
    .selectFrom('notice_choices')
    .select(['kind', 'by_mail'])
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', user.id)
    .execute()
  const kinds = Object.keys(noticeKinds) as NoticeKind[]
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      kind === ALWAYS_MAILED || (chosen.find((each) => each.kind === kind)?.by_mail ?? mailedByDefault[kind](user.subscription)),
    ]),
  ) as NoticeChoices
}
