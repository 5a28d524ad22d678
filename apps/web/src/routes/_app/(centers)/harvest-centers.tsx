import { createFileRoute } from '@tanstack/react-router'
import { RepHarvestCentersScreen } from '#web/features/centers/rep-centers-screen.tsx'

export const Route = createFileRoute('/_app/(centers)/harvest-centers')({ component: RepHarvestCentersScreen })
