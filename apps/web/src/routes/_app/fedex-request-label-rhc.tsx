import { createFileRoute } from '@tanstack/react-router'
import { RequestLabelScreen } from '#web/features/shipping/request/request-label-screen.tsx'
import { asId, asWholeNumber, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ offset: asWholeNumber, fee: asId })

export const Route = createFileRoute('/_app/fedex-request-label-rhc')({
  validateSearch,
  component: () => <RequestLabelScreen kind="referral_harvest_center" />,
})
