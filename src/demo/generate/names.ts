/** Names of people by culture: matching first names and surnames. */
import type { Random } from './random.ts';

interface Culture {
  first: readonly string[];
  last: readonly string[];
}

const words = (text: string) => text.split(' ');

const CULTURES = {
  english: {
    first: words(
      'Abigail Adam Alice Amelia Andrew Anna Arthur Beth Callum Charlotte Chloe Daniel David Edward Eleanor Emily Ethan Eva Frances George Grace Hannah Harry Heather Helen Henry Isaac Jack James Jane Jonathan Joseph Julia Kate Laura Leo Lucy Luke Margaret Martha Matthew Megan Michael Naomi Nathan Nicholas Olivia Oscar Paul Peter Rachel Rebecca Robert Rose Ruth Samuel Sarah Simon Sophie Stephen Susan Thomas Victoria William',
    ),
    last: words(
      'Abbott Adams Archer Atkinson Bailey Barker Barnes Bennett Bishop Bradley Brooks Burton Carter Chambers Clarke Cole Cooper Cox Dawson Dixon Ellis Fletcher Foster Fox Gibson Graham Grant Green Griffin Hall Harper Hart Hayes Holland Hunt Jennings Knight Lawrence Marsh Mason Mills Newton Norris Page Palmer Parsons Pearson Porter Reed Rhodes Sharp Shaw Sutton Thornton Turner Wade Walsh Warren Webb West Wood',
    ),
  },
  spanish: {
    first: words(
      'Adriana Alejandro Ana Beatriz Camila Carlos Carolina Diego Elena Esteban Fernando Gabriela Gonzalo Ignacio Inés Javier Jimena José Juan Julián Lucía Luis Manuel Mariana Marta Mateo Miguel Natalia Paloma Rafael Ramón Rocío Santiago Sofía Tomás Valentina Verónica Ximena',
    ),
    last: words(
      'Aguilar Álvarez Castillo Castro Cruz Delgado Domínguez Fuentes García Gómez González Gutiérrez Hernández Herrera Jiménez López Márquez Medina Mendoza Molina Morales Moreno Muñoz Navarro Núñez Ortega Peña Ramírez Reyes Ríos Rojas Romero Ruiz Salazar Sánchez Serrano Soto Torres Vargas Vega',
    ),
  },
  indian: {
    first: words(
      'Aarav Aditi Aisha Ananya Anil Arjun Asha Deepa Devika Divya Gaurav Ishaan Kabir Kavita Kiran Lakshmi Manish Meera Mohan Neha Nikhil Pooja Pradeep Priya Rahul Rajesh Ravi Rohan Sanjay Shreya Sunita Tara Uma Varun Vikram',
    ),
    last: words(
      'Agarwal Banerjee Bhatt Chopra Das Desai Gupta Iyer Jain Joshi Kapoor Khanna Kulkarni Kumar Malhotra Mehta Menon Mishra Mukherjee Nair Pandey Patel Pillai Rao Reddy Saxena Shah Sharma Singh Verma',
    ),
  },
  chinese: {
    first: words(
      'Bo Chen Fang Hao Hui Jia Jian Jing Jun Kai Lan Lei Li Lin Mei Min Ming Na Ping Qing Rui Shan Tao Ting Wei Wen Xiu Yan Ying Yu Yun Zhen',
    ),
    last: words(
      'Cai Cao Chang Chen Cheng Deng Ding Dong Fan Feng Gao Guo Han He Hu Huang Jiang Li Liang Lin Liu Lu Luo Ma Peng Shen Sun Tan Tang Wang Wu Xu Yang Ye Yuan Zhang Zhao Zheng Zhou Zhu',
    ),
  },
  arabic: {
    first: words(
      'Ahmed Aisha Ali Amina Dalia Farah Fatima Hala Hassan Ibrahim Jamal Karim Khalid Laila Mariam Mustafa Nadia Noor Omar Rania Samir Sara Tariq Yasmin Youssef Zainab',
    ),
    last: [
      'Abbas',
      'Abdallah',
      'Aziz',
      'Darwish',
      'El-Masri',
      'Farouk',
      'Haddad',
      'Hakim',
      'Hamdan',
      'Hussein',
      'Kassem',
      'Khalil',
      'Khoury',
      'Mansour',
      'Nasser',
      'Qureshi',
      'Rahman',
      'Saleh',
      'Shaheen',
      'Sharif',
      'Tahir',
      'Zaman',
    ],
  },
  african: {
    first: words(
      'Abena Adaeze Amara Ayodele Babajide Chiamaka Chinedu Ebele Efua Emeka Folake Ifeoma Kofi Kwame Lindiwe Makena Ngozi Nia Nomsa Obinna Oluwaseun Sade Sipho Temba Thabo Wanjiru Zuri',
    ),
    last: words(
      'Abara Achebe Adeyemi Afolabi Appiah Asante Balogun Boateng Dlamini Eze Kamau Kariuki Mbeki Mensah Mwangi Ndlovu Nkosi Nwosu Obi Odhiambo Okafor Okeke Okonkwo Osei Owusu Sithole',
    ),
  },
  german: {
    first: words(
      'Andreas Anke Birgit Christoph Dieter Elke Florian Franziska Günter Hannelore Heike Ingrid Jens Jörg Jürgen Karin Katharina Klaus Lukas Markus Monika Niklas Petra Rainer Sabine Stefan Sven Ulrike Uwe Wolfgang',
    ),
    last: words(
      'Bauer Becker Böhm Braun Fischer Frank Hartmann Hoffmann Jäger Keller Köhler König Krämer Krause Kühn Lehmann Maier Müller Neumann Pohl Richter Roth Sauer Schäfer Schmitz Schröder Schulz Vogel Weber Weiß Winkler Wolf Ziegler',
    ),
  },
  french: {
    first: words(
      'Adèle Agnès Antoine Aurélie Benoît Camille Céline Chloé Claire Damien Élise Éloïse Étienne Florence François Gaëlle Guillaume Hélène Hugo Isabelle Jérôme Julien Laurent Léa Manon Marc Mathilde Nicolas Océane Pascal Rémi Solène Thibault Valérie',
    ),
    last: [
      'Aubert',
      'Barbier',
      'Beaumont',
      'Bernard',
      'Blanchard',
      'Chevalier',
      'Clément',
      'Da Silva',
      'Delacroix',
      'Dubois',
      'Dupont',
      'Durand',
      'Fabre',
      'Faure',
      'Fournier',
      'Garnier',
      'Gauthier',
      'Girard',
      'Lambert',
      'Le Gall',
      'Lefèvre',
      'Lemoine',
      'Marchand',
      'Mercier',
      'Moreau',
      'Perrin',
      'Renaud',
      'Rousseau',
      'Vidal',
    ],
  },
  polish: {
    first: words(
      'Agnieszka Aleksandra Andrzej Barbara Dariusz Dorota Ewa Grzegorz Jakub Joanna Kamil Katarzyna Krzysztof Łukasz Magdalena Małgorzata Marek Mateusz Michał Paweł Piotr Rafał Stanisław Wojciech Zofia',
    ),
    last: words(
      'Adamczyk Dąbrowska Grabowski Jabłoński Jankowska Kamiński Kowalczyk Kowalski Król Lewandowska Majewski Mazur Michalska Nowak Nowicki Pawlak Sikora Szymański Wieczorek Wiśniewska Wójcik Woźniak Zając Zieliński',
    ),
  },
  japanese: {
    first: words(
      'Akira Asuka Ayumi Chihiro Daichi Emi Haruto Hina Hiroshi Kaito Kaori Kenji Mai Makoto Mei Naoko Ren Rina Sakura Satoshi Sora Takeshi Tomoko Yuki Yumi Yuto',
    ),
    last: words(
      'Abe Endo Fujita Goto Hasegawa Hayashi Ikeda Inoue Ishikawa Ito Kato Kimura Kobayashi Kondo Maeda Matsumoto Mori Nakagawa Nakamura Ogawa Okada Saito Sasaki Sato Suzuki Takahashi Tanaka Watanabe Yamada Yamamoto Yoshida',
    ),
  },
  irish: {
    first: words(
      'Aidan Aoife Brendan Caitlin Ciara Cillian Conor Declan Deirdre Eoin Fiona Liam Maeve Niamh Oisín Órla Róisín Saoirse Seán Siobhán Tadhg',
    ),
    last: [
      'Brennan',
      'Byrne',
      'Connolly',
      'Doherty',
      'Doyle',
      'Fitzgerald',
      'Gallagher',
      'Kavanagh',
      'Kelly',
      'Lynch',
      'McCarthy',
      'McGrath',
      'Murphy',
      'Nolan',
      'O’Brien',
      'O’Connor',
      'O’Donnell',
      'O’Neill',
      'O’Sullivan',
      'Quinn',
      'Ryan',
    ],
  },
  portuguese: {
    first: words(
      'Amália Bruno Catarina Cláudia Duarte Filipa Gustavo Inês João Leonor Luísa Mafalda Margarida Nuno Pedro Raquel Ricardo Rita Rodrigo Rui Susana Teresa Tiago Vasco',
    ),
    last: [
      'Almeida',
      'Araújo',
      'Barbosa',
      'Cardoso',
      'Carvalho',
      'Correia',
      'Costa',
      'da Rocha',
      'dos Santos',
      'Esteves',
      'Fernandes',
      'Figueiredo',
      'Fonseca',
      'Lopes',
      'Machado',
      'Magalhães',
      'Matos',
      'Mendes',
      'Moura',
      'Nogueira',
      'Pacheco',
      'Pinto',
      'Ribeiro',
      'Teixeira',
    ],
  },
} as const satisfies Record<string, Culture>;

export type CultureName = keyof typeof CULTURES;

export interface PersonName {
  first: string;
  last: string;
}

/** A name of one culture, chosen by weight. */
export function personName(random: Random, weights: Readonly<Partial<Record<CultureName, number>>>): PersonName {
  const { first, last } = CULTURES[random.weighted(weights as Record<CultureName, number>)];
  return { first: random.pick(first), last: random.pick(last) };
}

/** A surname, for companies named after their founders. */
export function surname(random: Random, weights: Readonly<Partial<Record<CultureName, number>>>): string {
  return personName(random, weights).last;
}
