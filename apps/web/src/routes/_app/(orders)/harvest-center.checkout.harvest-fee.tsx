import { createFileRoute } from '@tanstack/react-router'
import { ReferralFeeScreen } from '#web/features/checkout/form/checkout-screen.tsx'
import { asOneOf, asText, searchReader } from '#web/lib/url/search-params.ts'

export const Route = createFileRoute('/_app/(orders)/harvest-center/checkout/harvest-fee')({
  validateSearch: searchReader({ patient: asOneOf('new'), invoice: asText }),
  component: ReferralFeeScreen,
})
