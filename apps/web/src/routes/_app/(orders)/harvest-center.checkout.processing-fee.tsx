import { createFileRoute } from '@tanstack/react-router'
import { ProcessingFeeScreen } from '#web/features/checkout/form/checkout-screen.tsx'
import { asOneOf, asText, searchReader } from '#web/lib/url/search-params.ts'

export const Route = createFileRoute('/_app/(orders)/harvest-center/checkout/processing-fee')({
  validateSearch: searchReader({ patient: asOneOf('new'), invoice: asText }),
  component: ProcessingFeeScreen,
})
