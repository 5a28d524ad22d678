import { createFileRoute } from '@tanstack/react-router'
import { LocationsScreen } from '#web/features/shipping/locations/locations-screen.tsx'

export const Route = createFileRoute('/_app/(centers)/hc-locations')({ component: LocationsScreen })
