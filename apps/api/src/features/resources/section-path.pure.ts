/** Matches the path of a page with the path of a section, which may have parameters: `/lab/{id?}`. */

/** `{id}`, `{id?}` or `:id`, `:id?`. */
const PARAMETER = /^(?:\{\w+(\?)?\}|:\w+(\?)?)$/

const segmentsOf = (path: string) => path.toLowerCase().split('/').filter(Boolean)

/** The path of a page that the browser names by its path or its whole URL. */
export const pathOfPage = (url: string): string =>
  URL.canParse(url, 'http://portal') ? new URL(url, 'http://portal').pathname : '/'

export function isSectionOf(section: string, path: string): boolean {
  const wanted = segmentsOf(section)
  const given = segmentsOf(path)
  if (given.length > wanted.length) return false
  return wanted.every((segment, index) => {
    const parameter = PARAMETER.exec(segment)
    if (given[index] === undefined) return parameter !== null && (parameter[1] ?? parameter[2]) !== undefined
    return parameter !== null || segment === given[index]
  })
}
