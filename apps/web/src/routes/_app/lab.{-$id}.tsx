import { createFileRoute } from '@tanstack/react-router'
import { LabScreen } from '#web/features/centers/lab-screen.tsx'
import { asWholeNumber, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ offset: asWholeNumber })

function LabRoute() {
  const { id } = Route.useParams()
  return <LabScreen id={id === undefined ? undefined : Number(id)} />
}

export const Route = createFileRoute('/_app/lab/{-$id}')({ validateSearch, component: LabRoute })
