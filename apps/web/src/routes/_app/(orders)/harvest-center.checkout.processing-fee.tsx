import { createFileRoute } from '@tanstack/react-router'
import { ProcessingFeeScreen } from '#web/features/checkout/form/checkout-screen.tsx'
import { asOneOf, asText, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ patient: asOneOf('new'), invoice: asText })

function ProcessingFeeRoute() {
  const { patient, invoice } = Route.useSearch()
  return <ProcessingFeeScreen newPatient={patient === 'new'} invoice={invoice} />
}

export const Route = createFileRoute('/_app/(orders)/harvest-center/checkout/processing-fee')({
  validateSearch,
  component: ProcessingFeeRoute,
})
