import { mayOpenScreen, type ScreenPath } from '@vialdesk/contract/base/screens'
import type { NextStep } from '@vialdesk/contract/money/checkout'
import type { NoticeLink } from '#web/lib/browser/created.ts'
import { useSession } from '#web/lib/session/session.ts'

/** Makes the link to the next step after a payment. There is none for a reader who may not do it. The form of the label knows the fee. */
export function useNextLinkTo() {
  const role = useSession()?.role
  const labelScreen = role === 'referral_harvest_center' ? '/fedex-request-label-rhc' : '/fedex-request-label'
  const linkTo = (label: string, screen: ScreenPath, href: string) => (mayOpenScreen(screen, role) ? [{ label, href }] : [])
  return (next: NextStep | undefined, saleId: number | null): NoticeLink[] => {
    if (next === 'sign_documents') return linkTo('See signatures', '/patients-signatures', '/patients-signatures?status=Pending')
    if (next === 'request_signatures')
      return linkTo('Request signatures', '/request-patients-signatures', '/request-patients-signatures')
    if (saleId === null) return []
    if (next === 'request_label') return linkTo('Request label', labelScreen, `${labelScreen}?fee=${saleId}`)
    return next === 'assign_patient' ? linkTo('Assign patient', '/receipt/{id}', `/receipt/${saleId}`) : []
  }
}
