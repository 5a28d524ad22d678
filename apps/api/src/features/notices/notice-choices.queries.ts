/** The choices of users: which kinds of notices also come by email. */
import { type NoticeChoices, type NoticeKind, noticeKinds } from '@vialdesk/contract/notices'
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'

/** A change to an account is always mailed, in case another person uses the account. */
export const ALWAYS_MAILED: NoticeKind = 'account'

/** Applies until the user chooses. Centers with hundreds of patients get no mails about them; receipts and documents have their own mails. */
const mailedByDefault: Record<NoticeKind, (subscription: number) => boolean> = {
  account: () => true,
  team: () => true,
  patient: (subscription) => subscription === membershipIds.patient,
  conversation: () => true,
  document: () => false,
  purchase: (subscription) => subscription === membershipIds.admin,
}

export async function getChoices(db: Db, user: { id: number; subscription: number }): Promise<NoticeChoices> {
  const choices = await db.findRows('notice_choices', ['kind', 'by_mail'], { user_id: user.id })
  const kinds = Object.keys(noticeKinds) as NoticeKind[]
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      kind === ALWAYS_MAILED ||
        (choices.find((choice) => choice.kind === kind)?.by_mail ?? mailedByDefault[kind](user.subscription)),
    ]),
  ) as NoticeChoices
}
