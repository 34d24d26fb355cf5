/**
 * The most frequent trigrams of English technical prose, most frequent first, three characters each, `_` for a space. Counted over the
 * documentation of some hundred packages. Only speed depends on them: keywords are filed under trigrams that are not among these.
 */
const ROWS =
  '____ththehe_ioncomingtioentonsttphtt_reithed_con_in_co_totps_anandto_or_ng_forodeis_on_es_nd__a_er_gitthuhubect' +
  '_wiallprostrileate_isest_fo_nofil_ofst_ternodreain_resof_s_aage_fire_ers_paver_ste_tle__de_prati_bepatnstaree_a' +
  's_tstase_e_striherptill_witan_opt_causectiortts_datthitch_seequmit_ortedth_tor_usomm_liparpor_exnt_uesit_eadnot' +
  'amerinat_n_t_sotestypreqchemen_arhisderatccalromintesspert_typee_inte_ma_whser_onpleackns_mplen_ormas_e_ce_fd_t' +
  '_iterrblee_otenatathamatsiohat_asexts_oinsargte_linour_alchahanlesist_mon_ayoube_sonly_queeveablends_iactfroire' +
  'gen_from_rcethoal_omp_opdefillnameree_p_di_dopretattraturf_tretoutif__ne_suathrecot_ch_rt_ontr_tt_i_youltnsedis' +
  'addineundimput_opemmiivece_sedrrove_tinlicsinjecsetrord_atree_r_buval_ha_merigockovencende_en_chiest_aoreexpget' +
  'issharcodde_me_iteratpec_htassindsolcliighwhe_adencwarry_ullplascrcescansouensimestehenghturcpac_ifferampidelog' +
  'ou_metdocainr_a_vaadeurnndidedmanume_tealiunccritruapprs_ntreraspaoleice_tr_lot_oripwilckanaldinejskageatnpms_s' +
  '_une_dwriase_clssieammpo_acrane_ee_wetumis_byo_tnewredpenerts_ftarntsecoct_gypdiriptcatexaitit_slown_ocopd_iini' +
  'ew_funrsilisspenctponobjachdejld_s_wcent_cantrefonentaarrstoheadeslieefabjearsorget_ostvenothtteangaulxamt_wffe' +
  'by_rmassug_ticaritmodsupt_feptqui_helatanyleangefau_fu_mimine_mlloss_n_ioftsofisploc_waesp_petimnsobersynsueanc' +
  'spos_ncreizeposincntis_pzipne_s_cethalsge_araoseurejsohoulobory_tyapisesctoupplueracfinbutnneonaalud_bropnsiity' +
  'cepmesrseienbacynceteoted_orenrraows_apninuirdepe_ltice_bworartr_irepignacembe_shich_daner_nar_otwaenvt_rftwe_n' +
  'imiariattplionframshoardrti_poise_siefit_peme_evnfidenownppofixmpaustpescluruenumckebasedi_oboolorslayerv_fatry' +
  'submoce_u__cny_ildtanaccdichino_ay_th_tsts_upar_a_sgraesctaldif_sprunludailg_auffopycceumbrgergssecpul_erd_sifi' +
  '_imgin_veastt_bwinvarbuftemdecgloounds_sseuil_baow_buiitsoca_bonecay_aryhas_nuprielety_ue_urlmmaptsatud_fputoll' +
  's_blitlennclenendlesenedord_talerd_wdleori_saocswhir_cee__woledrayyardev_geonnriceciici_crcoltaikeyemor_s_rusti' +
  'wwwomedd_y_odowercbraeckrowgesvidenay_aeson_ern_no__tirveh_at_mseecurclochit_dmapn_sern_otfiefigtomn_b';

/** Rank of a trigram, 0 for the most frequent; undefined for a rare one. */
export const TRIGRAM_RANK: ReadonlyMap<string, number> = new Map(
  Array.from({ length: ROWS.length / 3 }, (_, i) => [ROWS.slice(3 * i, 3 * i + 3).replaceAll('_', ' '), i]),
);
