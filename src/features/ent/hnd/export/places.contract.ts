type Named = { placeNo: string | null; place: string | null }

/** Tells what a class or department of a row is called, with the path where others of the same name are asked too. */
export function placeAmong(places: readonly Named[], row: Named) {
  const { placeNo, place } = row
  return places.find((one) => one.placeNo === placeNo && one.place?.startsWith(place ?? ''))?.place ?? place
}
