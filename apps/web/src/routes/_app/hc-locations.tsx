import { createFileRoute } from '@tanstack/react-router'
import { LocationsScreen } from '#web/features/shipping/locations/locations-screen.tsx'
import { formFromLink, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader(formFromLink)

export const Route = createFileRoute('/_app/hc-locations')({ validateSearch, component: LocationsScreen })
