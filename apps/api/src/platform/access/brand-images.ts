/** The images of a domain: logo, favicon and login picture. Everyone may see them. */

/** Brand images are stored as `<domain id>/brand/<name>` and served at `BRAND_IMAGES_PATH` and the name. */
export const BRAND_FOLDER = 'brand'
export const BRAND_IMAGES_PATH = '/media/brand/'
const BRAND_IMAGE_KEY = /^\d+\/brand\/([a-z0-9_-]+\.[a-z0-9]+)$/

/** The URL path of a stored image; null for a missing or foreign key. */
export const brandImagePath = (key: string | null): string | null => {
  const name = key === null ? undefined : BRAND_IMAGE_KEY.exec(key)?.[1]
  return name === undefined ? null : BRAND_IMAGES_PATH + name
}
