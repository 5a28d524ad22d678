import type { Role } from '@vialdesk/contract/base/roles'
import { mayOpenScreen, type ScreenPath, screenAccess } from '@vialdesk/contract/base/screens'
import type { Resource } from '@vialdesk/contract/documents/resources'

export interface ResourceGroup {
  title: string
  resources: Resource[]
}

const isScreen = (path: string): path is ScreenPath => Object.hasOwn(screenAccess, path)

/** The section of resources without a page that the viewer knows. */
const GENERAL = 'General'

/** The title of the first page of a resource that the viewer may open. */
function sectionOf({ sections }: Resource, role: Role | undefined): string {
  const screen = sections.find((path) => isScreen(path) && mayOpenScreen(path, role))
  return screen && isScreen(screen) ? screenAccess[screen].title : GENERAL
}

/** Resources by section: general ones first, the others by name. Their order in a section stays. */
export function groupResources(resources: Resource[], role: Role | undefined): ResourceGroup[] {
  const groups = Map.groupBy(resources, (resource) => sectionOf(resource, role))
  const rank = (title: string) => (title === GENERAL ? '' : title)
  return [...groups]
    .map(([title, members]) => ({ title, resources: members }))
    .toSorted((a, b) => rank(a.title).localeCompare(rank(b.title)))
}
