import { pdfFile, sheetFile, textFile } from './drawnFiles.ts'

/** Makes a lesson in steps. */
export const lesson = (title: string, ...steps: string[]) => textFile([title, '', ...steps.map((step, i) => `${i + 1}. ${step}`)])
export const marks = () =>
  sheetFile('成绩分析', [
    ['班级', '平均分', '优秀率', '及格率'],
    ['七年级1班', 86.5, '42%', '96%'],
    ['七年级2班', 84.2, '38%', '95%'],
    ['七年级3班', 85.8, '40%', '98%'],
  ])
export const words = () =>
  sheetFile('单词', [
    ['单词', '词性', '释义'],
    ['library', 'n.', '图书馆'],
    ['festival', 'n.', '节日'],
    ['journey', 'n.', '旅程'],
  ])
export const reading = () =>
  pdfFile([
    [
      'Unit 3  A Day at the Library',
      'Read the text and answer the questions.',
      '',
      'Li Hua goes to the library every Saturday.',
      'She likes stories about the sea.',
    ],
    ['Questions', '1. When does Li Hua go to the library?', '2. What stories does she like?', '3. What do you like to read?'],
  ])
export const paper = (title: string) => () =>
  pdfFile([[title, '1. Listen and choose.', '2. Fill in the blanks.', '3. Write about your weekend.']])
