/** Requests to refer patients to a harvest center, and their decisions. Only a confirmation ties the two centers. */
import type { AssociationDecision } from '@vialdesk/contract/people/centers'
import type { Db } from '#api/db/db.ts'
import { lockUser } from '#api/db/lock-user.ts'
import { type NewNotice, named, notify, notifyAdmins } from '#api/features/notices/notify.commands.ts'
import { type Actor, isAdminActing } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { companyOf, getAssociationRequest } from './association-requests.queries.ts'

/** Stores the request of a new referral center, and notifies the harvest center and the admins, who decide. */
export async function requestAssociation(db: Db, referral_center_id: number, center_id: number): Promise<void> {
  await db.insertRow('association_requests', { referral_center_id, center_id })
  audit(db, { type: 'association.requested', subject: referral_center_id, after: { center_id } })
  const title = 'A referral harvest center needs your confirmation'
  const sender = `${named('A referral harvest center')} (ID ${referral_center_id})`
  const notice = { kind: 'team', title, about: referral_center_id } as const
  const text = `${sender} signed up and wants to refer patients to you. Confirm or refuse the request.`
  await notify(db, center_id, { ...notice, text, path: '/referral-patients' })
  const forAdmins = `${sender} signed up and wants to refer patients to ${await companyOf(db, center_id)}.`
  await notifyAdmins(db, { ...notice, text: forAdmins, path: '/rhc-manager' })
}

/** Notifies a harvest center of a new tie to a referral center. */
export async function notifyTiedCenter(db: Db, center: number | null, referralCenter: number): Promise<void> {
  await notify(db, center, {
    kind: 'team',
    title: 'A new referral harvest center',
    text: `${named('A referral harvest center')} (ID ${referralCenter}) now refers patients to you.`,
    about: referralCenter,
    path: '/referral-patients',
  })
}

const decisionNotices: Record<AssociationDecision, (center: number, company: string) => NewNotice> = {
  confirmed: (center, company) => ({
    kind: 'team',
    title: 'Your harvest center has confirmed you',
    text: `You can now refer patients to ${company}.`,
    path: `/users/${center}`,
  }),
  refused: (_, company) => ({
    kind: 'team',
    title: 'Your harvest center has not confirmed you',
    text: `You cannot refer patients to ${company}, which you named at sign-up. If this is a mistake, contact ${company} or us.`,
    path: '/contact',
  }),
}

/** Closes open requests and notifies the referral center. The caller has locked the referral center. */
export async function closeAssociationRequests(
  db: Db,
  referralCenter: number,
  { centers, decision }: { centers: number[]; decision: AssociationDecision },
): Promise<void> {
  if (centers.length === 0) return
  const open = { referral_center_id: referralCenter, center_id: centers, decision: null }
  const decided = { decision, decided_at: new Date(), decided_by: db.auditActor.actor?.id ?? null }
  const closed = await db.changeRows('association_requests', open, decided, ['center_id'])
  for (const { center_id } of closed) {
    audit(db, { type: `association.${decision}`, subject: referralCenter, after: { center_id } })
    await notify(db, referralCenter, decisionNotices[decision](center_id, await companyOf(db, center_id)))
  }
}

const ALREADY_DECIDED: Record<AssociationDecision, string> = {
  confirmed: 'This request was confirmed in the meantime.',
  refused: 'This request was refused in the meantime.',
}

/** Fails if an admin has removed the confirmed tie since. */
async function assertStillTied(db: Db, decision: AssociationDecision, referralCenter: number, center: number): Promise<void> {
  if (decision === 'refused') return
  const tie = await db.findRow('referral_centers', ['center_id'], { referral_center_id: referralCenter, center_id: center })
  if (!tie) fail('conflict', { message: 'This referral center was confirmed, but an admin has removed it since.' })
}

/** Decides a request once. The same decision again changes nothing, another decision is a conflict. */
export async function decideAssociation(db: Db, actor: Actor, id: number, decision: AssociationDecision): Promise<void> {
  const { referral_center_id } = await getAssociationRequest(db, actor, id)
  await lockUser(db, referral_center_id)
  const { center_id, ...request } = await getAssociationRequest(db, actor, id)
  if (request.decision === decision) return assertStillTied(db, decision, referral_center_id, center_id)
  if (request.decision !== null) fail('conflict', { message: ALREADY_DECIDED[request.decision] })
  if (decision === 'confirmed') await db.insertOnce('referral_centers', { referral_center_id, center_id })
  await closeAssociationRequests(db, referral_center_id, { centers: [center_id], decision })
  if (decision === 'confirmed' && isAdminActing(actor)) await notifyTiedCenter(db, center_id, referral_center_id)
}
