import { createFileRoute } from '@tanstack/react-router'
import { PatientVialsScreen } from '#web/features/checkout/form/checkout-screen.tsx'
import { asText, searchReader } from '#web/lib/url/search-params.ts'

export const Route = createFileRoute('/_app/(orders)/checkout/patient-vials')({
  validateSearch: searchReader({ invoice: asText }),
  component: PatientVialsScreen,
})
