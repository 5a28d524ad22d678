import { createFileRoute } from '@tanstack/react-router'
import { ReferralFeeScreen } from '#web/features/checkout/form/checkout-screen.tsx'
import { asOneOf, asText, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ patient: asOneOf('new'), invoice: asText })

function ReferralFeeRoute() {
  const { patient, invoice } = Route.useSearch()
  return <ReferralFeeScreen newPatient={patient === 'new'} invoice={invoice} />
}

export const Route = createFileRoute('/_app/(orders)/harvest-center/checkout/harvest-fee')({
  validateSearch,
  component: ReferralFeeRoute,
})
