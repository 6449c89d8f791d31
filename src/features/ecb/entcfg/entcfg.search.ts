import { settingsFor } from '#domain/enterprises/enterpriseSettings.ts'
import { wordsOfUnit } from '#domain/units/schoolUnits.ts'
import { mostHits, type SearchKind } from '#domain/search/searching.ts'
import { enterpriseSettings } from './entcfg.contract.ts'

/** Searches the settings that an enterprise may have of its own, by name, pinyin and code. */
export const settingSearch: SearchKind = {
  kind: 'cfg',
  call: enterpriseSettings.getlist,

  async byWord(given, { context: { db, me } }) {
    const word = given.toLowerCase()
    const offered = await settingsFor(db, me.idntNo)
    return [...offered.values()]
      .filter(({ ownFlag }) => ownFlag === '1')
      .filter(({ cfgCode, cfgDesc }) => `${cfgCode.toLowerCase()} ${wordsOfUnit(cfgDesc)}`.includes(word))
      .slice(0, mostHits)
      .map(({ cfgCode, cfgDesc }) => ({
        no: cfgCode,
        name: cfgDesc,
        note: cfgCode,
        tel: null,
        stt: null,
        path: `/ecb/entcfg?cfgCode=${cfgCode}`,
      }))
  },
}
