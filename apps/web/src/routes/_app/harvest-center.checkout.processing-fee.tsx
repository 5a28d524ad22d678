import { createFileRoute } from '@tanstack/react-router'
import { ProcessingFeeScreen } from '#web/features/checkout/processing-fee-screen.tsx'
import { asOneOf, asText, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ patient: asOneOf('new'), invoice: asText })

function ProcessingFeeRoute() {
  const { patient, invoice } = Route.useSearch()
  return <ProcessingFeeScreen newPatient={patient === 'new'} invoice={invoice} />
}

export const Route = createFileRoute('/_app/harvest-center/checkout/processing-fee')({
  validateSearch,
  component: ProcessingFeeRoute,
})
