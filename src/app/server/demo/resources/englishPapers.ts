/** Holds the papers on English, in Markdown. */
export const readingLesson = `
# Unit 3  A Day at the Library

Grade 7　　Reading lesson　　45 minutes

## Before reading

1. How often do you go to the library?
2. What kinds of books do you like best? Why?

## Text

Li Hua goes to the city library every Saturday morning. It is a big white building near the river. She usually takes the No. 12 bus with her best friend, Wang Yu.
When they get there, they first go to the second floor. Li Hua likes stories about the sea, so she looks for books about ships and islands. Wang Yu is interested in space, and he always wants to know more about the stars.
At eleven o'clock there is a reading club for students. Everyone brings a book and tells the others about it in five minutes. Last week Li Hua talked about "Twenty Thousand Leagues Under the Sea". At first she was nervous, but her friends listened carefully and asked many questions.
"The library is like a ship," Li Hua says. "You can go anywhere you want."

![](sea-74)

---

## After reading

1. When does Li Hua go to the library?
2. How does she get there?
3. What is Wang Yu interested in?
4. What do the students do in the reading club?
5. Why does Li Hua say "The library is like a ship"?

## Words

| Word | Meaning | Example |
|---|---|---|
| usually | 通常 | I usually get up at six. |
| be interested in | 对……感兴趣 | She is interested in music. |
| nervous | 紧张的 | Don't be nervous. |
| carefully | 认真地 | Listen carefully, please. |

## Homework

Write 60 words about your favourite place in the city. Use at least three of the new words.
`

export const listeningPaper = `
# 英语第二单元听力卷

班级：________　姓名：________　得分：________

## 一、听句子，选图片（5 分）

1. A. 图书馆　　B. 操场　　C. 食堂
2. A. 篮球　　　B. 足球　　C. 排球
3. A. 7:15　　　B. 7:45　　C. 8:15
4. A. 晴天　　　B. 雨天　　C. 雪天
5. A. 公共汽车　B. 自行车　C. 步行

## 二、听对话，选答案（10 分）

1. What does Tom do after school?
A. He plays football.　　B. He reads books.　　C. He goes swimming.
2. How long does the film last?
A. One hour.　　B. An hour and a half.　　C. Two hours.
3. Who is the girl in red?
A. Mary's sister.　　B. Mary's cousin.　　C. Mary's friend.
4. Where are they talking?
A. In a shop.　　B. At school.　　C. In a hospital.
5. When will they meet?
A. On Friday.　　B. On Saturday.　　C. On Sunday.

---

## 三、听短文，填表格（10 分）

| Name | Hobby | How often | With whom |
|---|---|---|---|
| Li Lei |  | twice a week |  |
| Han Mei | painting |  |  |
| Jim |  |  | his father |

## 四、听短文，写句子（5 分）

Write three sentences about your own hobby.
____________________________________________
____________________________________________
____________________________________________
`
