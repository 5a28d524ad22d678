import { createFileRoute } from '@tanstack/react-router'
import { RequestLabelScreen } from '#web/features/shipping/request/request-label-screen.tsx'
import { asId, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ ...listSearch, fee: asId })

export const Route = createFileRoute('/_app/fedex-request-label-rhc')({
  validateSearch,
  component: () => <RequestLabelScreen kind="referral_harvest_center" />,
})
