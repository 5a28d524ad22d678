import { createFileRoute } from '@tanstack/react-router'
import { PatientVialsScreen } from '#web/features/checkout/form/checkout-screen.tsx'
import { asText, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ invoice: asText })

export const Route = createFileRoute('/_app/(orders)/checkout/patient-vials')({
  validateSearch,
  component: () => <PatientVialsScreen invoice={Route.useSearch().invoice} />,
})
